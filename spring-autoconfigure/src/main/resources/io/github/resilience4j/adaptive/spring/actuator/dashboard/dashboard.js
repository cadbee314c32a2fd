// The dashboard of the endpoint. Texts from the server reach the page as text only: no markup is ever made of them.
import { History, LimitChart } from './charts.js';
import * as words from './words.js';

const ENDPOINT = location.pathname.replace(/\/dashboard\/?$/, '');
const EVERY = 2000;
const LONGEST = 15000;
const ROWS = 60;

const $ = (id) => document.getElementById(id);
const cards = new Map();
let report = null;
let readAt = 0;
let ahead = 0;
let begun = 0;
let cardsMade = 0;
let last = 0;
let held = false;
let reading = Promise.resolve();

// ---- reading ---------------------------------------------------------------------------------------------------------

async function read(path) {
  const answer = await fetch(ENDPOINT + path, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    signal: AbortSignal.timeout(LONGEST),
  });
  if (!answer.ok) {
    throw new Error(`The endpoint answered ${answer.status}`);
  }
  return answer.json();
}

/** One reading after the other: two at once would both bring what came after the same sample. */
function refresh() {
  reading = reading.then(readAndShow);
  return reading;
}

async function readAndShow() {
  try {
    const [now, history, events] = await Promise.all([read(''), read(`/history/${last}`), read('/events')]);
    report = now;
    readAt = Date.now();
    ahead = new Date(now.time).getTime() - readAt;
    const all = history.begun === begun || begun === 0 ? history : await read('/history');
    const anew = all !== history;
    begun = all.begun;
    last = all.last;
    show(now, all, events.events, anew);
    trouble('');
  } catch (error) {
    trouble(`Nothing could be read: ${error.message}. What is shown is old; the next try follows by itself.`);
  }
}

function trouble(text) {
  const place = $('trouble');
  if (place.textContent !== text) {
    place.textContent = text;
    place.hidden = text === '';
  }
}

// ---- showing ---------------------------------------------------------------------------------------------------------

function show(now, history, events, anew) {
  text($('application'), now.application);
  document.title = now.application ? `Adaptive limits · ${now.application}` : 'Adaptive limits';
  text($('access'), now.writable ? '' : 'Stopping, pausing and resuming are switched off (management.endpoint.adaptive.access).');
  summarize(now.limiters);
  showLimiters(now, history, anew);
  showAway(events);
  showKeyed(now.keyed);
  showSections(now.sections);
  showEvents(events);
  tick();
}

/** Spoken when it changes, and only then. */
function summarize(limiters) {
  const held = limiters.filter((each) => each.state !== 'RUNNING');
  const summary = held.length === 0
    ? `${limiters.length === 1 ? 'The limiter runs' : `All ${limiters.length} limiters run`}.`
    : `${held.length} of ${limiters.length} hold${held.length === 1 ? 's' : ''} calls back: ${held
        .map((each) => `${each.name} (${words.state(each.state).toLowerCase()})`).join(', ')}.`;
  const shown = limiters.length === 0 ? 'No limiters yet.' : summary;
  text($('summary'), shown);
  $('summary').classList.toggle('held', held.length > 0);
}

function showLimiters(now, history, anew) {
  $('no-limiters').hidden = now.limiters.length > 0;
  const names = new Set(now.limiters.map((each) => each.name));
  for (const [name, card] of cards) {
    if (!names.has(name)) {
      card.chart.close();
      card.element.remove();
      cards.delete(name);
    }
  }
  now.limiters.forEach((limiter, index) => {
    let card = cards.get(limiter.name);
    if (!card) {
      card = newCard(limiter.name, history.size);
      cards.set(limiter.name, card);
      $('cards').insertBefore(card.element, $('cards').children[index] ?? null);
    }
    if (anew) {
      card.history = new History(history.size);
      card.chart.replace(card.history);
    }
    const samples = history.limiters ?? {};
    const columns = Object.hasOwn(samples, limiter.name) ? samples[limiter.name] : undefined;
    if (columns) {
      card.history.add(columns);
    }
    update(card, limiter, now.writable);
  });
}

function newCard(name, size) {
  const element = $('card').content.firstElementChild.cloneNode(true);
  const find = (selector) => element.querySelector(selector);
  const history = new History(size || 1);
  const title = find('h3');
  title.textContent = name;
  element.dataset.name = name;
  title.id = `limiter-${cardsMade++}`;
  element.setAttribute('aria-labelledby', title.id);
  for (const button of element.querySelectorAll('.hands button')) {
    button.setAttribute('aria-label', `${button.textContent} ${name}`);
    button.addEventListener('click', () => ask(button.dataset.action, name));
  }
  const card = { element, find, history, chart: new LimitChart(find('.chart'), history), limiter: null };
  find('.as-table').addEventListener('toggle', () => showChanges(card));
  return card;
}

function update(card, limiter, writable) {
  card.limiter = limiter;
  const { find } = card;
  card.element.dataset.state = limiter.state;
  text(find('.badge'), words.state(limiter.state));
  const per = words.period(limiter.refreshPeriodMillis);
  const share = Math.min(1, limiter.limitForPeriod / limiter.configuredLimitForPeriod);
  bar(find('[data-fact=limit]'), `${words.number(limiter.limitForPeriod)} of ${words.number(
    limiter.configuredLimitForPeriod)} per ${per}, ${words.number(limiter.burst)} at once`, share);
  text(find('[data-fact=throttled]'), `${words.number(limiter.throttledCalls)} calls, ${words.number(
    limiter.congestionEvents)} cut${limiter.congestionEvents === 1 ? '' : 's'}`);
  text(find('[data-fact=failures]'), words.number(limiter.consecutiveFailures));
  text(find('[data-fact=traffic]'), `${words.number(limiter.waiting)}, ${words.number(limiter.inFlight)}`);
  find('.head .hands').hidden = !writable;
  find('[data-action=resume]').disabled = limiter.state === 'RUNNING';
  find('[data-action=stop]').disabled = limiter.state === 'STOPPED';
  find('.chart').setAttribute('aria-label', card.history.inWords(limiter.name));
  card.chart.draw();
  showChanges(card);
  text(find('.verdict'), words.verdict(limiter.evidence));
  table(find('.evidence'), `What the refusals of ${limiter.name} say`, EVIDENCE, limiter.evidence.rows);
}

/** A bar besides the words, which say the same. */
function bar(place, words, share) {
  text(place.querySelector('span') ?? place.appendChild(document.createElement('span')), words);
  const meter = place.querySelector('progress') ?? place.appendChild(document.createElement('progress'));
  meter.setAttribute('aria-hidden', 'true');
  meter.max = 1;
  meter.value = share;
}

function showChanges(card) {
  if (card.find('.as-table').open) {
    const rows = card.history.changes(ROWS);
    table(card.find('.as-table'), `Limit of ${card.limiter.name} over time, where it changed`, CHANGES, rows);
  }
}

/** What goes on between two readings: times that pass. The server's clock may be ahead of the reader's. */
function tick() {
  const now = Date.now();
  text($('updated'), readAt === 0 ? 'not read yet' : `${held ? 'held, ' : ''}read ${words.ago(readAt, now)}`.replace(
    'read just now', held ? 'just read' : 'live'));
  for (const { limiter, find } of cards.values()) {
    text(find('[data-fact=success]'), limiter.lastSuccessAt ? words.ago(limiter.lastSuccessAt, now + ahead) : 'never');
    const away = limiter.lastRejectedAt ? `, last ${words.ago(limiter.lastRejectedAt, now + ahead)}` : '';
    text(find('[data-fact=rejected]'), `${words.number(limiter.rejectedCalls)} calls${away}`);
    const left = limiter.pauseRemainingMillis - (now - readAt);
    text(find('.why'), why(limiter, left));
  }
}

function why(limiter, left) {
  if (limiter.state === 'STOPPED') {
    return limiter.reason ? `by a person: ${limiter.reason}` : 'by a person';
  }
  const because = limiter.reason ? words.reason(limiter.reason) : '';
  const forever = limiter.pauseRemainingMillis > 3e12;
  const time = limiter.state !== 'PAUSED' ? '' : forever ? 'until somebody resumes it' : `${words.duration(Math.max(0, left))} left`;
  return [time, because].filter(Boolean).join(' · ');
}

// ---- tables ----------------------------------------------------------------------------------------------------------

const EVIDENCE = [
  { name: 'axis', label: 'Axis', kind: 'text' },
  { name: 'verdict', label: 'Verdict', kind: 'state' },
  { name: 'bound', label: 'Bound', kind: 'number' },
  { name: 'error', label: 'Error', kind: 'percent' },
  { name: 'accepted', label: 'Accepted', kind: 'number' },
  { name: 'mostAccepted', label: 'up to', kind: 'number' },
  { name: 'refused', label: 'Refused', kind: 'number' },
  { name: 'leastRefused', label: 'from', kind: 'number' },
];
const CHANGES = [
  { name: 'time', label: 'Time', kind: 'moment' },
  { name: 'state', label: 'State', kind: 'state' },
  { name: 'limit', label: 'Limit', kind: 'number' },
  { name: 'configured', label: 'Configured', kind: 'number' },
  { name: 'away', label: 'Turned away', kind: 'number' },
];
const KEYED = [
  { name: 'name', label: 'Key', kind: 'text' },
  { name: 'lastSuccessAt', label: 'Last success', kind: 'ago' },
  { name: 'state', label: 'State', kind: 'state' },
  { name: 'reason', label: 'Reason', kind: 'reason' },
  { name: 'pauseRemainingMillis', label: 'Time left', kind: 'millis' },
  { name: 'limitForPeriod', label: 'Limit', kind: 'number' },
  { name: 'configuredLimitForPeriod', label: 'Configured', kind: 'number' },
  { name: 'rejectedCalls', label: 'Turned away', kind: 'number' },
  { name: 'throttledCalls', label: 'Refused by the server', kind: 'number' },
];
const AWAY = [
  { name: 'name', label: 'Limiter or pool', kind: 'text' },
  { name: 'time', label: 'From', kind: 'moment' },
  { name: 'until', label: 'Until', kind: 'moment' },
  { name: 'count', label: 'Calls', kind: 'number' },
  { name: 'detail', label: 'Why, at last', kind: 'text' },
];
const EVENTS = [
  { name: 'time', label: 'Time', kind: 'moment' },
  { name: 'name', label: 'Of', kind: 'text' },
  { name: 'what', label: 'What', kind: 'text' },
  { name: 'count', label: 'Times', kind: 'number' },
  { name: 'detail', label: 'More', kind: 'text' },
];
const NUMERIC = new Set(['number', 'percent', 'millis']);

const WRITE = {
  number: words.number,
  percent: words.percent,
  millis: (value) => (value > 0 ? words.duration(value) : ''),
  moment: (value) => words.moment(value, Date.now()),
  ago: (value) => words.ago(value, Date.now() + ahead),
  state: (value) => words.state(String(value)).replace('_', ' '),
  reason: words.reason,
  text: String,
};

/** A table in a place of its own; its rows are made anew where they changed, and only then. */
function table(place, title, columns, rows) {
  let frame = place.querySelector(':scope > .frame');
  if (!frame) {
    frame = place.appendChild(document.createElement('div'));
    frame.className = 'frame';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'region');
    const made = frame.appendChild(document.createElement('table'));
    const head = made.createTHead().insertRow();
    for (const column of columns) {
      const cell = head.appendChild(document.createElement('th'));
      cell.scope = 'col';
      cell.textContent = column.label;
      cell.classList.toggle('number', NUMERIC.has(column.kind));
    }
    made.createTBody();
  }
  frame.setAttribute('aria-label', title);
  const cells = rows.map((row) => columns.map((column) => {
    const value = row[column.name];
    return value === null || value === undefined || value === '' ? '' : (WRITE[column.kind] ?? String)(value);
  }));
  const same = JSON.stringify(cells);
  if (frame.dataset.same === same) {
    return;
  }
  frame.dataset.same = same;
  const body = document.createElement('tbody');
  cells.forEach((row, at) => {
    const line = body.insertRow();
    row.forEach((written, index) => {
      const column = columns[index];
      const cell = index === 0 ? line.appendChild(document.createElement('th')) : line.insertCell();
      if (index === 0) {
        cell.scope = 'row';
      }
      cell.textContent = written;
      cell.classList.toggle('number', NUMERIC.has(column.kind));
      if (column.kind === 'state') {
        cell.dataset.state = rows[at][column.name];
      }
    });
  });
  frame.querySelector('tbody').replaceWith(body);
}

/** A part of the page with a heading, made when there is something to put into it. */
function part(parent, id, title) {
  let section = $(id);
  if (!section) {
    section = parent.appendChild(document.createElement('section'));
    section.id = id;
    const heading = section.appendChild(document.createElement('h2'));
    heading.id = `${id}-title`;
    section.setAttribute('aria-labelledby', heading.id);
  }
  text(section.querySelector('h2'), title);
  return section;
}

function none(section, empty, said) {
  let place = section.querySelector(':scope > .none');
  if (!place) {
    place = section.appendChild(document.createElement('p'));
    place.className = 'none';
  }
  place.textContent = said;
  place.hidden = !empty;
  const frame = section.querySelector(':scope > .frame');
  if (frame) {
    frame.hidden = empty;
  }
}

function showKeyed(keyed) {
  keyed.forEach((each, index) => {
    const hidden = each.keys - each.shown.length;
    const section = part($('keyed'), `keyed-${index}`, `Limiters of ${each.name} by key`);
    table(section, `Limiters of ${each.name} by key`, KEYED, each.shown);
    none(section, false, hidden > 0 ? `and ${words.number(hidden)} more, which run and turned fewer away` : '');
    section.querySelector('.none').hidden = hidden <= 0;
  });
  while ($('keyed').children.length > keyed.length) {
    $('keyed').lastElementChild.remove();
  }
}

function showSections(sections) {
  sections.forEach((each, index) => {
    const section = part($('sections'), `section-${index}`, each.title);
    table(section, each.title, each.columns, each.rows);
    section.hidden = each.rows.length === 0;
  });
}

function showAway(events) {
  const away = events.filter((each) => each.what === 'turned away' || each.what === 'no key left')
    .sort((one, other) => new Date(other.until) - new Date(one.until));
  table($('away'), 'Calls that were turned away, the last first', AWAY, away.slice(0, 12));
  none($('away'), away.length === 0, 'Nobody, as far as is remembered.');
}

function showEvents(events) {
  table($('events'), 'What happened, the last first', EVENTS, events.slice(0, ROWS));
  none($('events'), events.length === 0, 'Nothing yet.');
}

function text(place, value) {
  if (place.textContent !== value) {
    place.textContent = value;
  }
}

// ---- acting ----------------------------------------------------------------------------------------------------------

const HINTS = {
  stop: 'All calls are turned away until somebody resumes. Nothing that the server answers changes that.',
  pause: 'All calls are held back; afterwards one probe leaves first. A longer pause is not shortened.',
  resume: 'Lifts a stop, a pause by hand and a pause after failures. A pause that the server asked for becomes one probe.',
};
let asked = null;

function ask(action, limiter) {
  asked = { action, limiter };
  text($('ask-title'), `${words.state(action.toUpperCase())} ${limiter}`);
  text($('ask-hint'), HINTS[action]);
  text($('ask-do'), words.state(action.toUpperCase()));
  $('ask-reason').hidden = action !== 'stop';
  $('ask-duration').hidden = action !== 'pause';
  $('ask-error').hidden = true;
  $('ask').showModal();
  const field = { stop: '[name=reason]', pause: '[name=duration]', resume: '#ask-do' }[action];
  $('ask').querySelector(field).focus();
}

/** JSON, which another site cannot send; with the token where Spring Security's cookie has one. */
async function carryOut() {
  const form = $('ask').querySelector('form');
  const token = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]*)/)?.[1];
  const answer = await fetch(ENDPOINT, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(token && { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
    },
    body: JSON.stringify({
      ...asked,
      ...(asked.action === 'stop' && { reason: form.reason.value }),
      ...(asked.action === 'pause' && { duration: form.duration.value }),
    }),
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Error(said.error ?? `The endpoint answered ${answer.status}`);
  }
}

$('ask').querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await carryOut();
    $('ask').querySelector('form').reason.value = '';
    $('ask').close();
    await refresh();
  } catch (error) {
    text($('ask-error'), error.message);
    $('ask-error').hidden = false;
  }
});
$('ask-back').addEventListener('click', () => $('ask').close());

$('hold').addEventListener('click', () => {
  held = !held;
  $('hold').setAttribute('aria-pressed', String(held));
  tick();
});

// ---- going on --------------------------------------------------------------------------------------------------------

async function goOn() {
  if (!held && !document.hidden) {
    await refresh();
  }
  setTimeout(goOn, EVERY);
}

setInterval(tick, 1000);
goOn();
