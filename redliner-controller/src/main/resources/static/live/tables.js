// The rule and the step table. Values are set as text, so that the name of a service cannot become markup.
import { clock } from "../pages/display.js";
import * as words from "./words.js";

function cell(text, className) {
  const td = document.createElement("td");
  td.textContent = text;
  if (className) td.className = className;
  return td;
}

export function showRules(rules) {
  const rows = rules.flatMap((rule) => {
    const values = rule.values.length ? rule.values : [{ metric: rule.reason ?? "", text: "" }];
    return values.map((value, i) => ruleRow(rule, value, i === 0));
  });
  if (rows.length) document.getElementById("rules").replaceChildren(...rows);
}

function ruleRow(rule, value, first) {
  const row = document.createElement("tr");
  const name = cell(first ? rule.rule : "");
  if (first) {
    const outcome = document.createElement("small");
    outcome.textContent = rule.outcome;
    outcome.className = rule.outcome.toLowerCase();
    name.append(outcome);
  }
  row.append(name);
  const metric = cell(value.host ? `${value.metric} at ${value.host}` : value.metric);
  metric.title = value.text;
  if (first && rule.outcome === "UNKNOWN" && rule.reason && rule.values.length) {
    const why = document.createElement("span");
    why.className = "why quiet";
    why.textContent = rule.reason;
    metric.append(why);
  }
  row.append(metric, cell(words.measure(value.metric, value.value), "r"));
  row.append(cell(words.measure(value.metric, value.limit), "r"));
  return row;
}

export function showSteps(steps) {
  const rows = [...steps.values()].sort((a, b) => b.number - a.number).map((step) => stepRow(step, steps.get(step.number + 1)));
  if (rows.length) document.getElementById("steps").replaceChildren(...rows);
}

/** Most steps end because the next one begins, and its reason is then the only one. */
const endsByItself = (step, next) => step.ended && step.ended !== next?.why;

function stepRow(step, next) {
  const row = document.createElement("tr");
  const lasted = ((step.to ? Date.parse(step.to) : Date.now()) - Date.parse(step.from)) / 1000;
  row.append(cell(step.number, "r"), cell(step.stage, "h-s"), cell(words.rps(step.askedRps), "r h-s"));
  row.append(cell(words.rps(step.rps), "r"));
  row.append(cell(words.percent(step.observedShare), "r h-s"), cell(atOnce(step.concurrency), "r h-s"));
  row.append(cell(slow(step), "r"), cell(words.percent(step.errorRate), "r h-s"));
  row.append(cell(step.to ? words.duration(lasted) : "running", "r h-s"), counted(step));
  const why = cell(step.why);
  if (endsByItself(step, next)) {
    const ended = document.createElement("span");
    ended.className = "why quiet";
    ended.textContent = step.ended;
    why.append(ended);
  }
  row.append(why);
  return row;
}

/** The mean number of requests in flight, and the number that load and latency give if it deviates. */
function atOnce(concurrency) {
  if (!concurrency) return words.number(null);
  const { inFlight, expected, ratio, tolerance } = concurrency;
  const deviates = ratio != null && tolerance != null && Math.abs(ratio - 1) > tolerance;
  return words.number(inFlight) + (deviates ? ` (expected ${words.number(expected)})` : "");
}

function slow(step) {
  const text = words.tail(step.p99Ms, step.basis);
  return step.p99Ms == null && step.basis?.requests > 0 && step.basis.slow != null ? `${text} over ${words.ms(step.basis.limitMs)}` : text;
}

function counted(step) {
  if (!step.to) return cell("", "h-s");
  return step.counted ? cell("yes", "pass h-s") : cell("no", "unknown h-s");
}

const PEERS = "peers.";

/** A row for each signal of the SUT, a column for the baseline and each step. Signals that are always zero share a line. */
export function showSignals(baseline, steps) {
  const columns = [["Baseline", baseline?.signals ?? {}], ...[...steps.values()].sort((a, b) => a.number - b.number)
    .map((step) => [`${step.number}: ${words.rps(step.rps)}`, step.signals ?? {}])];
  const names = [...new Set(columns.flatMap(([, signals]) => Object.keys(signals)))].filter((name) => !name.startsWith(PEERS)).sort();
  document.getElementById("resources").hidden = names.length === 0;
  const heads = document.createElement("tr");
  heads.append(...["Signal", ...columns.map(([head]) => head)].map((text, i) => head(text, "col", i ? "r" : "")));
  document.getElementById("signal-heads").replaceChildren(heads);
  const idle = names.filter((name) => columns.every(([, signals]) => signals[name] === 0 && !signals[PEERS + name]));
  document.getElementById("signals-idle").textContent = idle.length ? `Zero all the time: ${idle.join(", ")}.` : "";
  document.getElementById("signals").replaceChildren(...names.filter((name) => !idle.includes(name)).map((name) => {
    const row = document.createElement("tr");
    row.append(head(name, "row", ""), ...columns.map(([, signals]) => {
      const value = cell(words.signal(name, signals[name]), "r");
      if (signals[PEERS + name] != null) {
        const peers = document.createElement("small");
        peers.textContent = words.signal(name, signals[PEERS + name]);
        value.append(peers);
      }
      return value;
    }));
    return row;
  }));
}

function head(text, scope, className) {
  const th = document.createElement("th");
  th.textContent = text;
  th.scope = scope;
  if (className) th.className = className;
  return th;
}

/** Every decision of the run with its time, the newest first; from the report, so that a reload shows the same. */
export function showLog(report, steps) {
  const entries = [[report.startedAt, "The run was accepted.", ""]];
  for (const step of [...steps.values()].sort((a, b) => a.number - b.number)) {
    entries.push([step.from, `Step ${step.number}, ${step.stage}: asks for ${words.rps(step.askedRps)}, ${words.percent(step.askedShare)} of the traffic. ${sentence(step.why)}`, ""]);
    if (step.to && endsByItself(step, steps.get(step.number + 1))) entries.push([step.to, `Step ${step.number} ended: ${sentence(step.ended)}`, step.counted ? "" : "quiet"]);
  }
  const said = [...steps.values()].some((step) => step.ended === report.reason || step.why === report.reason);
  if (report.reason && !said) entries.push([report.endedAt ?? null, sentence(report.reason), ""]);
  if (report.endedAt) entries.push([report.endedAt, `${words.title(report.state)}.`, "end"]);
  document.getElementById("log").replaceChildren(...entries.reverse().map(logRow));
}

const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "");

function logRow([at, text, className]) {
  const row = document.createElement("li");
  const time = document.createElement("time");
  time.className = "clock";
  if (at) {
    time.dateTime = at;
    time.textContent = clock(new Date(at));
  }
  const what = document.createElement("span");
  what.textContent = text;
  what.className = className;
  row.append(time, what);
  return row;
}
