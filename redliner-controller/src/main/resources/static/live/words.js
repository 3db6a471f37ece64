// Numbers and states in words. Everything here is pure.

const DASH = "–";

export const rps = (v) => (v == null ? DASH : `${v >= 100 ? Math.round(v) : v >= 10 ? v.toFixed(1) : v.toFixed(2).replace(/0$/, "")} rps`);
export const percent = (v) => (v == null ? DASH : `${trim((v * 100).toFixed(v < 0.1 ? 2 : 1))}%`);
export const ms = (v) => (v == null ? DASH : `${v >= 100 ? Math.round(v) : trim(v.toFixed(1))} ms`);
export const number = (v) => (v == null ? DASH : v >= 100 ? count(v) : v.toFixed(1));
export const count = (v) => (v == null ? DASH : Math.round(v).toLocaleString("en-GB"));

export function duration(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  return s < 3600 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

/** The p99, or the slow requests of too few for one. */
export const tail = (v, basis) => (v == null && basis?.requests > 0 && basis.slow != null ? `${basis.slow} of ${basis.requests}` : ms(v));

/** The number of requests behind the figures of a tick, and their time. */
export const basis = (b) => (b == null ? "" : `${count(b.requests)} requests at the SUT in ${b.seconds < 10 ? b.seconds.toFixed(1) : Math.round(b.seconds)} s`);

/** Whether the expression is a metric of this kind, or a sum or difference of some. */
const isOf = (kind, expression) => expression.split(/ [-+] /).every((metric) => kind.test(metric));

/** Metrics of the unit FRACTION of the rules; FiguresTest compares both. */
const PERCENT = /^(?:baseline\.)?(?:deps\.\w+\.|[a-z.]*)(error_rate|host\.cpu(\.[a-z]+)?|host\.memory\.used|host\.(disk|net)\.busy|host\.stalled|cgroup\.throttled|cgroup\.memory\.used|envoy\.workers\.busiest|proc\.cpu\.busiest|proc\.fds\.used)$/;

/** Percentiles of a scraped histogram are approximate. One above the highest bucket has no number. */
const OF_BUCKETS = /^(?:[a-z_0-9.]*\.)?(?:app|jvm)\.\w+\.p(?:50|90|95|99|999)$/;
const BEYOND = 1e300;

/** A rule's value in the unit that fits its metric. */
export function measure(metric, v) {
  if (v == null) return DASH;
  if (isOf(OF_BUCKETS, metric)) return approximate(metric, v);
  if (isOf(/^[a-z.]*latency\.[a-z0-9]+$/, metric)) return ms(v * 1000);
  if (isOf(PERCENT, metric)) return percent(v);
  return digits(v);
}

/** A number with four digits. */
const digits = (v) => String(Number(Number(v).toPrecision(4)));

function approximate(metric, v) {
  if (v >= BEYOND) return "above the highest bucket";
  return `about ${metric.includes("_seconds.") ? ms(v * 1000) : digits(v)}`;
}

const PART_OF_CPU = /^host\.cpu\.(user|system|irq|softirq|node)$/;
const SHOWN_RESOURCES = 4;

/**
 * The names of the resources that came nearest to full.
 * @param columns signals by name, of the baseline and of each step
 */
export function fullest(columns) {
  const highest = (name) => Math.max(...columns.map((signals) => signals[name] ?? 0));
  return [...new Set(columns.flatMap((signals) => Object.keys(signals)))]
    .filter((name) => /^(host|cgroup|proc|envoy)\./.test(name) && PERCENT.test(name) && !PART_OF_CPU.test(name) && highest(name) >= 0.01)
    .sort((a, b) => highest(b) - highest(a)).slice(0, SHOWN_RESOURCES).sort();
}

/** The value of a signal: a fraction of a resource as percent, other values with four digits. */
export function signal(name, v) {
  if (v == null) return DASH;
  if (PERCENT.test(name)) return percent(v);
  const [scaled, unit] = Math.abs(v) >= 1e9 ? [v / 1e9, " G"] : Math.abs(v) >= 1e6 ? [v / 1e6, " M"] : [v, ""];
  return `${digits(scaled)}${unit}`;
}

export const interval = (r) =>
  r.high == null ? `from ${rps(r.low)} on` : `${rps(r.low).replace(" rps", "")} to ${rps(r.high)} (95%)`;

const LIVING = {
  PENDING: "Accepted. No traffic was moved yet.",
  BASELINING: "Watching the SUT under its normal load. No traffic was moved yet.",
  RAMPING: "Stepping up.",
  REFINING: "Narrowing the redline down.",
  CONFIRMING: "A longer probe at a load that should hold.",
  RESTORING: "Restoring the traffic, then watching the SUT.",
};
export const doing = (state) => LIVING[state] ?? "";

/** The symbol and the colour of a state, as Sign.java has them. */
export function sign(state) {
  switch (state) {
    case "COMPLETED": return ["i-check", "ok"];
    case "READY": return ["i-check", "none"];
    case "RESTORING": case "INCONCLUSIVE": case "INTERRUPTED": return ["i-ask", "mid"];
    case "ABORTED": return ["i-bad", "bad"];
    case "REFUSED": case "NOT_READY": return ["i-refuse", "none"];
    default: return ["i-run", "run"];
  }
}

export const title = (state) => state[0] + state.slice(1).toLowerCase().replaceAll("_", " ");

function trim(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
