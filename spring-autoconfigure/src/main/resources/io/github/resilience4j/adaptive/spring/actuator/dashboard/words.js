// Numbers and times as people say them. Nothing here touches the page.

const REASONS = {
  RETRY_AFTER: 'the server asked for it (Retry-After)',
  THROTTLED: 'the server refused and named no time',
  CONSECUTIVE_FAILURES: 'too many failures in a row',
  MANUAL: 'a person asked for it',
};

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** 1,234.5 */
export function number(value) {
  return numbers.format(value);
}

/** 0.873 as 87 %, and never 100 % of what is not all. */
export function percent(part) {
  const rounded = Math.round(part * 100);
  return `${part < 1 ? Math.min(99, rounded) : rounded} %`;
}

/** The two largest units: 17 h 32 min. Rounds up, as a pause is never over early. */
export function duration(millis) {
  const seconds = Math.ceil(millis / 1000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const [large, unit, small, next] =
    seconds >= 86400 ? [86400, 'd', 3600, 'h'] : seconds >= 3600 ? [3600, 'h', 60, 'min'] : [60, 'min', 1, 's'];
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${unit}${rest ? ` ${rest} ${next}` : ''}`;
}

/** How long ago; what is a second old is now. */
export function ago(time, now) {
  const passed = now - new Date(time).getTime();
  return passed < 1500 ? 'just now' : `${duration(Math.floor(passed / 1000) * 1000)} ago`;
}

/** When, in the reader's time zone; with the day if it was another one. */
export function moment(time, now) {
  const date = new Date(time);
  return date.toDateString() === new Date(now).toDateString() ? clock.format(date) : day.format(date);
}

/** A period that limits are stated for: s, min, 10 s. */
export function period(millis) {
  return { 1000: 's', 60000: 'min', 3600000: 'h', 86400000: 'd' }[millis] ?? duration(millis);
}

export function state(name) {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

export function reason(code) {
  return Object.hasOwn(REASONS, code) ? REASONS[code] : code;
}

/** What the refusals say, in a sentence. */
export function verdict(evidence) {
  const count = evidence.congestionEvents;
  const rest = `${number(count)} refusal${count === 1 ? '' : 's'} that ${count === 1 ? 'was' : 'were'} news`;
  switch (evidence.verdict) {
    case 'EXPLAINS':
      return evidence.axis === 'in flight'
        ? `The server takes ${number(evidence.bound)} in flight (${rest})`
        : `The server takes ${number(evidence.bound)} in ${evidence.axis} (${rest})`;
    case 'FOREIGN_USE':
      return `Somebody else uses the same limit (${rest})`;
    case 'UNDECIDED':
      return `Which limit it is, is not decided yet (${rest})`;
    default:
      return count === 0 ? 'Never refused: nothing to tell a limit by' : `Hardly ever refused: too little to tell a limit by (${rest})`;
  }
}
