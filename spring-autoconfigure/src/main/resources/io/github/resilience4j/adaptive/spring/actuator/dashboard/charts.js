// The limit over time, drawn by uPlot (a global of its own script).
import { number, duration } from './words.js';

const HEIGHT = 170;

/** What the ring of the server has, kept here and prolonged by what is new. */
export class History {
  constructor(size) {
    this.size = size;
    this.time = [];
    this.limit = [];
    this.configured = [];
    this.state = [];
    this.away = [];
    this.rejected = 0;
  }

  add(columns) {
    for (let i = 0; i < columns.time.length; i++) {
      const first = this.time.length === 0;
      this.time.push(columns.time[i] / 1000);
      this.limit.push(columns.limit[i]);
      this.configured.push(columns.configured[i]);
      this.state.push(columns.state[i]);
      this.away.push(first ? 0 : Math.max(0, columns.rejected[i] - this.rejected));
      this.rejected = columns.rejected[i];
    }
    const over = this.time.length - this.size;
    if (over > 0) {
      for (const column of [this.time, this.limit, this.configured, this.state, this.away]) {
        column.splice(0, over);
      }
    }
  }

  /** Where something changed, the newest first: what a table of it needs. */
  changes(most) {
    const rows = [];
    for (let i = 0; i < this.time.length; i++) {
      const before = rows[0];
      const moved = !before || Math.abs(before.limit - this.limit[i]) > 0.02 * this.configured[i];
      const away = this.away[i] > 0;
      if (moved || away || before.state !== this.state[i] || before.configured !== this.configured[i]) {
        rows.unshift({
          time: this.time[i] * 1000,
          limit: this.limit[i],
          configured: this.configured[i],
          state: this.state[i],
          away: this.away[i],
        });
      }
    }
    return rows.slice(0, most);
  }

  /** For those who do not see it. */
  inWords(name) {
    if (this.time.length === 0) {
      return `Limit of ${name}: no samples yet`;
    }
    const last = this.time.length - 1;
    const least = this.limit.reduce((one, other) => Math.min(one, other));
    const most = this.limit.reduce((one, other) => Math.max(one, other));
    const span = duration((this.time[last] - this.time[0]) * 1000);
    const away = this.away.reduce((sum, each) => sum + each, 0);
    return `Limit of ${name} in the last ${span}: between ${number(least)} and ${number(most)}, now ${number(
      this.limit[last])} of ${number(this.configured[last])}; ${number(away)} calls turned away`;
  }
}

/** A chart in an element; drawn anew when the colours or the width change. */
export class LimitChart {
  constructor(element, history) {
    this.element = element;
    this.history = history;
    this.plot = null;
    this.width = 0;
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(element);
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.recolour = () => this.rebuild();
    this.scheme.addEventListener('change', this.recolour);
  }

  /** Its limiter has gone: nothing may hold on to it. */
  close() {
    this.resized.disconnect();
    this.scheme.removeEventListener('change', this.recolour);
    this.plot?.destroy();
    this.plot = null;
  }

  /** The server has begun anew, and so does this. */
  replace(history) {
    this.history = history;
  }

  draw() {
    if (this.history.time.length < 2) {
      return;
    }
    if (this.plot === null) {
      this.build();
    } else {
      this.plot.setData(this.data());
    }
  }

  data() {
    const { time, limit, configured, away } = this.history;
    return [time, limit, configured, away.map((each) => (each === 0 ? null : each))];
  }

  fit() {
    const width = Math.floor(this.element.clientWidth);
    if (this.plot !== null && width > 0 && width !== this.width) {
      this.width = width;
      this.plot.setSize({ width, height: HEIGHT });
    }
  }

  rebuild() {
    if (this.plot !== null) {
      this.plot.destroy();
      this.plot = null;
      this.draw();
    }
  }

  build() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
    };
    const stepped = uPlot.paths.stepped({ align: 1 });
    this.width = Math.max(200, Math.floor(this.element.clientWidth));
    this.plot = new uPlot(
      {
        width: this.width,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: true },
          y: { range: (_, least, most) => [0, most * 1.1 || 1] },
          away: { range: (_, least, most) => [0, (most || 1) * 4] },
        },
        axes: [
          { ...axis, space: 70, size: 24, values: [
            [3600, '{HH}:{mm}', null, null, null, null, null, null, 1],
            [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
            [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
          ] },
          { ...axis, size: 44, space: 34, values: (_, ticks) => ticks.map(number) },
        ],
        series: [
          {},
          { stroke: colour('--accent'), width: 2, fill: colour('--accent-faint'), points: { show: false } },
          { stroke: colour('--quiet'), width: 1, dash: [5, 4], paths: stepped, points: { show: false } },
          {
            scale: 'away',
            stroke: colour('--bad'),
            fill: colour('--bad'),
            paths: uPlot.paths.bars({ size: [0.8, 6, 1] }),
            points: { show: false },
          },
        ],
        hooks: { drawClear: [(plot) => this.shade(plot, colour)] },
      },
      this.data(),
      this.element,
    );
  }

  /** The times at which nothing could leave. */
  shade(plot, colour) {
    const { time, state } = this.history;
    const { ctx, bbox } = plot;
    ctx.save();
    for (let i = 0; i < time.length; i++) {
      if (state[i] !== 'RUNNING') {
        const from = plot.valToPos(time[i], 'x', true);
        const to = i + 1 < time.length ? plot.valToPos(time[i + 1], 'x', true) : bbox.left + bbox.width;
        ctx.fillStyle = colour(state[i] === 'STOPPED' ? '--bad-faint' : '--warn-faint');
        ctx.fillRect(from, bbox.top, Math.max(1, to - from), bbox.height);
      }
    }
    ctx.restore();
  }
}
