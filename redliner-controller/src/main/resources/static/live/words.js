// Numbers and states in words. Everything here is pure.

const DASH = "–";

export const rps = (v) => (v == null ? DASH : `${v >= 100 ? Math.round(v) : v.toFixed(1)} rps`);
export const percent = (v) => (v == null ? DASH : `${trim((v * 100).toFixed(v < 0.1 ? 2 : 1))}%`);
export const ms = (v) => (v == null ? DASH : `${v >= 100 ? Math.round(v) : trim(v.toFixed(1))} ms`);
export const count = (v) => (v == null ? DASH : Math.round(v).toLocaleString("en-GB"));
export const clock = (date) => date.toLocaleTimeString("en-GB");

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

/** A rule's value in the unit that fits its metric. */
export function measure(metric, v) {
  if (v == null) return DASH;
  if (isOf(/^[a-z.]*latency\.[a-z0-9]+$/, metric)) return ms(v * 1000);
  if (isOf(/^[a-z.]*(error_rate|host\.cpu)$/, metric)) return percent(v);
  return trim(Number(v).toPrecision(4));
}

export const interval = (r) =>
  r.high == null ? `from ${rps(r.low)} on` : `${rps(r.low).replace(" rps", "")} to ${rps(r.high)} (95%)`;

const LIVING = {
  PENDING: "Accepted. No traffic was moved yet.",
  BASELINING: "Watching the SUT under its normal load. No traffic was moved yet.",
  RAMPING: "Stepping up.",
  REFINING: "Narrowing the redline down.",
  CONFIRMING: "A longer probe at a load that should hold.",
  RESTORING: "Traffic goes back to its baseline.",
};
export const doing = (state) => LIVING[state] ?? "";

export function headline(run) {
  const r = run.redline;
  switch (run.state) {
    case "COMPLETED":
      return r ? `Redline ${r.atLeast ? "at least " : ""}${rps(r.rps)} per host` : "Completed";
    case "INCONCLUSIVE":
      return "Inconclusive";
    case "ABORTED":
      return "Aborted";
    case "INTERRUPTED":
      return "Interrupted";
    case "REFUSED":
      return "Refused: nothing was touched";
    default:
      return "";
  }
}

export const mood = (state) =>
  ({ COMPLETED: "good", INCONCLUSIVE: "mixed", INTERRUPTED: "mixed", ABORTED: "bad", REFUSED: "bad" })[state] ?? "";

/** The facts behind the headline, as [name, words]. */
export function facts(run) {
  const r = run.redline;
  const list = [];
  if (r) {
    if (run.state !== "COMPLETED") list.push(["Redline so far", (r.atLeast ? "at least " : "") + rps(r.rps)]);
    list.push(["Interval", interval(r)]);
    if (run.precision) list.push(["Precision", run.precision.words]);
    list.push(safe(r));
    list.push(["Limiting rule", r.limitingRule ?? "none failed"]);
    (r.hosts ?? []).forEach((host) => list.push([`Host ${host.host}`, ofHost(host)]));
  }
  if (run.hosts) {
    const h = run.hosts;
    list.push(["Hosts needed", `${h.needed} for ${load(h)}, without a spare one; the pool has ${h.now}`]);
  }
  list.push(["Harm", harm(run.harm)], ["Traffic", restored(run)]);
  if (run.began) list.push(["Search", run.began.words + (run.began.profile ? `; profile ${run.began.profile}` : "")]);
  (run.remarks ?? []).forEach((remark) => list.push(["Remark", remark]));
  return list;
}

/** The rate of "at least" may hold with more than 90% certainty, as no more load was brought. */
function safe(r) {
  if (r.safe == null) return ["Safe rate", "none: no certainty was computed"];
  return [`Safe rate, holds with ${r.atLeast ? "at least " : ""}90% certainty`, rps(r.safe)];
}

const load = (h) => h.seenAt == null
  ? `${rps(h.targetRps)} (targetRps)`
  : `the ${rps(h.targetRps)} seen at ${h.seenAt.slice(0, 16).replace("T", " ")} UTC`;

export const harm = (h) =>
  `${count(h.excessRequests)} bad requests beyond normal, ${percent(h.excessFraction)} of ${count(h.servedRequests)}`
  + (h.uncountedSeconds >= 1 ? `; not counted for ${count(h.uncountedSeconds)} s` : "");

function ofHost(host) {
  return host.rps == null
    ? `at least ${rps(host.low)}`
    : `${rps(host.rps)}, ${interval(host)}; ${host.limitingRule}`;
}

function restored(run) {
  const r = run.restored;
  if (!r) return run.unverified == null ? "was never moved" : "not verified";
  const seen = r.observedShare == null
    ? "not yet seen in the traffic"
    : `observed share ${percent(r.observedShare)}, baseline ${percent(r.baselineShare)}`;
  const config = r.configuration ? "every Envoy holds no override" : "not every Envoy confirmed";
  const after = r.seconds == null ? "" : `, ${r.seconds.toFixed(1)} s after the decision`;
  return `${r.verified ? "restored" : "not verified"}: ${config}; ${seen}${after}`;
}

function trim(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
