// The four charts. They share a time axis and follow the light or dark scheme.
import { zone } from "../pages/display.js";
import * as words from "./words.js";

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const RESOURCE_COLOURS = ["--a", "--b", "--c", "--d"];

export class Charts {
  constructor() {
    this.t = [];
    this.columns = { rps: [], asked: [], p50: [], p99: [], shareAsked: [], shareAcked: [], shareSeen: [] };
    this.limitMs = null;
    this.redline = null;
    this.spans = [];
    this.resources = [];
    this.build();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.build());
    document.addEventListener("redliner:display", () => this.build());
    new ResizeObserver(() => this.resize()).observe(document.getElementById("main"));
  }

  add(tick) {
    const at = Date.parse(tick.at) / 1000;
    // another controller sends what it has from the beginning
    if (at <= this.t.at(-1)) return;
    this.t.push(at);
    const c = this.columns;
    c.rps.push(tick.rps);
    c.asked.push(tick.askedRps);
    c.p50.push(tick.p50Ms);
    c.p99.push(tick.p99Ms);
    c.shareAsked.push(tick.askedShare * 100);
    c.shareAcked.push(tick.acknowledgedShare == null ? null : tick.acknowledgedShare * 100);
    c.shareSeen.push(tick.observedShare == null ? null : tick.observedShare * 100);
  }

  draw() {
    const c = this.columns;
    this.load.setData([this.t, c.asked, c.rps]);
    this.p99.setData([this.t, c.p50, c.p99]);
    this.share.setData([this.t, c.shareAsked, c.shareAcked, c.shareSeen]);
    this.used?.setData([this.t, ...this.resourceColumns()]);
    // the seconds on the canvas, as text
    document.getElementById("chart-load").dataset.drawn = this.t.length === 0 ? "" : `${this.t.length} to ${this.t.at(-1)}`;
    this.showNewest();
  }

  /** Without a cursor the legend shows the newest values. */
  showNewest() {
    for (const u of this.all()) {
      if (u.cursor.idx == null) newest(u);
    }
  }

  build() {
    this.all().forEach((chart) => chart.destroy());
    const step = uPlot.paths.stepped({ align: 1 });
    const [blue, quiet, amber, text] = ["--load", "--asked", "--amber", "--ink"].map(css);
    this.load = chart("chart-load", [
      { label: "asked", stroke: quiet, width: 1.5, paths: step, dash: [6, 3], unit: words.rps },
      { label: "offered", stroke: blue, width: 2, unit: words.rps },
    ], (u) => this.band(u), () => (this.redline ? [this.redline.low, this.redline.high ?? this.redline.rps] : []));
    this.p99 = chart("chart-p99", [
      { label: "p50", stroke: quiet, width: 1.2, unit: words.ms },
      { label: "p99", stroke: blue, width: 2, unit: words.ms },
    ], (u) => this.limit(u), () => (this.limitMs ? [this.limitMs] : []));
    this.share = chart("chart-share", [
      { label: "asked", stroke: text, width: 1.5, paths: step, dash: [6, 3], unit: part },
      { label: "acknowledged", stroke: amber, width: 1.5, paths: step, unit: part },
      { label: "observed", stroke: blue, width: 2, unit: part },
    ], () => {}, () => []);
    this.used = this.resources.length === 0 ? null : chart("chart-resources", this.resources.map((name, i) => (
      { label: name, stroke: css(RESOURCE_COLOURS[i]), width: 2, paths: step, unit: part }
    )), () => {}, () => [100]);
    this.draw();
  }

  all() {
    return [this.load, this.p99, this.share, this.used].filter(Boolean);
  }

  resize() {
    for (const u of this.all()) u.setSize(size(u.root.parentElement));
  }

  /** Takes the means of the resources, which belong to the baseline and to steps. The chart has those that came nearest to full. */
  showResources(baseline, steps) {
    const seconds = (text) => (text ? Date.parse(text) / 1000 : Infinity);
    const spans = [...steps.values()].sort((a, b) => a.number - b.number)
      .map((step) => ({ from: seconds(step.from), to: seconds(step.to), signals: step.signals ?? {} }));
    this.spans = [{ from: -Infinity, to: spans[0]?.from ?? Infinity, signals: baseline?.signals ?? {} }, ...spans];
    const names = words.fullest(this.spans.map((span) => span.signals));
    if (names.join() === this.resources.join()) return;
    this.resources = names;
    document.getElementById("resources-over-time").hidden = names.length === 0;
    this.build();
  }

  /** For each resource its value at each second, in percent; null between steps. */
  resourceColumns() {
    const at = this.t.map((t) => this.spans.find((span) => span.from <= t && t < span.to)?.signals ?? {});
    return this.resources.map((name) => at.map((signals) => (signals[name] == null ? null : signals[name] * 100)));
  }

  /** The redline with its interval. */
  band(u) {
    const r = this.redline;
    if (!r) return;
    const top = r.high == null ? u.bbox.top : u.valToPos(r.high, "y", true);
    rectangle(u, top, u.valToPos(r.low, "y", true), css("--redline-soft"));
    line(u, css("--redline"), r.rps, `${r.atLeast ? "at least" : "redline"} ${words.rps(r.rps)}, ${words.interval(r)}`);
  }

  limit(u) {
    if (this.limitMs) line(u, css("--ink"), this.limitMs, `limit ${words.ms(this.limitMs)}`);
  }
}

/** Shows the newest second that has a value: resources have none between steps and after the last one. */
function newest(u) {
  const [times, ...series] = u.data;
  if (times.length === 0) return;
  const idx = times.findLastIndex((_, i) => series.some((values) => values[i] != null));
  u.setLegend({ idx: idx < 0 ? times.length - 1 : idx }, false);
}

const part = (v) => words.percent(v == null ? null : v / 100);

const size = (box) => ({ width: Math.max(200, box.clientWidth), height: 190 });

function chart(id, series, overlay, alsoShow) {
  const box = document.getElementById(id);
  const axis = { stroke: css("--ink-3"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid") } };
  return new uPlot({
    ...size(box),
    tzDate: (seconds) => (zone() ? uPlot.tzDate(new Date(seconds * 1000), zone()) : new Date(seconds * 1000)),
    cursor: { sync: { key: "run" }, y: false },
    scales: { y: { range: (u, low, high) => range(high, alsoShow()) } },
    axes: [
      { ...axis, values: [[60, "{HH}:{mm}", null, null, null, null, null, null, 1],
        [1, "{HH}:{mm}:{ss}", null, null, null, null, null, null, 1]], space: 70 },
      { ...axis, size: 52 },
    ],
    series: [{ value: "{HH}:{mm}:{ss}" }, ...series.map((s) => ({ points: { show: false }, spanGaps: false, ...s,
      value: (u, v) => s.unit(v) }))],
    // uPlot empties the legend when a chart is built or gets another size
    hooks: { draw: [overlay], setLegend: [(u) => { if (u.legend.idx == null) newest(u); }] },
  }, [[], ...series.map(() => [])], box);
}

/** From zero, with room for what is drawn over it. */
function range(high, also) {
  const top = Math.max(high ?? 0, ...also.filter(Number.isFinite));
  return [0, top > 0 ? top * 1.12 : 1];
}

function rectangle(u, top, bottom, color) {
  const from = Math.max(top, u.bbox.top);
  const to = Math.min(bottom, u.bbox.top + u.bbox.height);
  if (to <= from) return;
  u.ctx.save();
  u.ctx.fillStyle = color;
  u.ctx.fillRect(u.bbox.left, from, u.bbox.width, to - from);
  u.ctx.restore();
}

function line(u, color, value, label) {
  const y = u.valToPos(value, "y", true);
  if (y < u.bbox.top || y > u.bbox.top + u.bbox.height) return;
  const dots = devicePixelRatio || 1;
  u.ctx.save();
  u.ctx.strokeStyle = u.ctx.fillStyle = color;
  u.ctx.lineWidth = 1.5 * dots;
  u.ctx.beginPath();
  u.ctx.moveTo(u.bbox.left, y);
  u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
  u.ctx.stroke();
  u.ctx.font = `${11 * dots}px system-ui, sans-serif`;
  u.ctx.textAlign = "left";
  u.ctx.fillText(label, u.bbox.left + 6 * dots, y - 5 * dots);
  u.ctx.restore();
}
