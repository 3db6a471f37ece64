// The rule and the step table. Values are set as text, so that the name of a service cannot become markup.
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
  row.append(cell(first ? rule.rule : ""), cell(first ? rule.outcome : "", rule.outcome.toLowerCase()));
  const metric = cell(value.host ? `${value.metric} at ${value.host}` : value.metric);
  metric.title = value.text;
  if (first && rule.outcome === "UNKNOWN" && rule.reason && rule.values.length) {
    const why = document.createElement("span");
    why.className = "why quiet";
    why.textContent = rule.reason;
    metric.append(why);
  }
  row.append(metric, cell(words.measure(value.metric, value.value), "num"));
  row.append(cell(words.measure(value.metric, value.limit), "num"));
  return row;
}

export function showSteps(steps) {
  const rows = [...steps.values()].sort((a, b) => b.number - a.number).map(stepRow);
  if (rows.length) document.getElementById("steps").replaceChildren(...rows);
}

function stepRow(step) {
  const row = document.createElement("tr");
  const lasted = ((step.to ? Date.parse(step.to) : Date.now()) - Date.parse(step.from)) / 1000;
  row.append(cell(step.number, "num"), cell(step.stage, "stage"), cell(words.rps(step.askedRps), "num"));
  row.append(cell(words.rps(step.rps), "num"));
  row.append(cell(words.percent(step.observedShare), "num"));
  row.append(cell(slow(step), "num"), cell(words.percent(step.errorRate), "num"));
  row.append(cell(step.to ? words.duration(lasted) : "running", "num"), counted(step));
  const why = cell(step.why);
  if (step.ended) {
    const ended = document.createElement("span");
    ended.className = "why quiet";
    ended.textContent = step.ended;
    why.append(ended);
  }
  row.append(why);
  return row;
}

function slow(step) {
  const text = words.tail(step.p99Ms, step.basis);
  return step.p99Ms == null && step.basis?.slow != null ? `${text} over ${words.ms(step.basis.limitMs)}` : text;
}

function counted(step) {
  if (!step.to) return cell("", "quiet");
  return step.counted ? cell("yes", "pass") : cell("no", "unknown");
}
