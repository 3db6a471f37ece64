// The editor of a service file or a schedule: checked by the server while the reader types, with each mistake at its line.
import { zone } from "./display.js";
import { UNKNOWN } from "./session.js";

const CHECK_AFTER_MS = 400;
const YAML = { "Content-Type": "application/yaml" };
const $ = (id) => document.getElementById(id);
const form = $("editor");
const text = $("text");
const API = `/api/v1/${form.dataset.path}`;
const NOTHING_RECORDED = "urn:redliner:problem:nothing-recorded";
const CHANGED = "The text has changed since. Try it again.";
const WITHOUT_TIME = "No firing has a time now: it fires after a deploy, at events of a calendar, or its time has passed.";
let name = "";
let newest = 0;
let waiting = null;

/** Like fetch. A session that has ended does not lead away from the text. */
async function request(path, options) {
  const response = await fetch(path, options);
  if (response.status === UNKNOWN) throw new Error("your session has ended. Log in on another page of this browser, then continue here");
  return response;
}

function numbers() {
  const lines = text.value.split("\n").length;
  $("lines").textContent = Array.from({ length: lines }, (_, i) => i + 1).join("\n");
  $("lines").scrollTop = text.scrollTop;
}

async function check() {
  const asked = ++newest;
  try {
    const response = await request(`${API}/check`, { method: "POST", headers: YAML, body: text.value });
    const answer = await response.json();
    // an answer to an older text is no news
    if (asked !== newest) return;
    if (response.ok) {
      name = answer[form.dataset.noun];
      show(valid(answer), []);
    } else {
      name = "";
      show(answer.errors ? `${answer.errors.length} ${answer.errors.length === 1 ? "mistake" : "mistakes"}:` : answer.detail, answer.errors ?? []);
    }
  } catch (e) {
    if (asked === newest) show(`The text could not be checked (${e.message}).`, []);
  }
}

function valid(answer) {
  if (form.dataset.noun === "service") {
    const rules = `${answer.rules} ${answer.rules === 1 ? "rule" : "rules"}`;
    return `Service ${answer.service} is valid. It has ${rules}. ${answer.precision?.words ?? ""}`;
  }
  const next = answer.next.map((at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone() }));
  const when = next.length > 0 ? `, next at ${next.join("; ")}` : "";
  return `Schedule ${answer.schedule} is valid. It measures ${answer.service}${when}. ${next.length > 0 ? "" : WITHOUT_TIME}`;
}

function show(words, mistakes) {
  $("checked").textContent = words;
  $("problems").hidden = mistakes.length === 0;
  $("problems").replaceChildren(...mistakes.map(row));
}

function row(mistake) {
  const item = document.createElement("li");
  const place = document.createElement("button");
  place.type = "button";
  place.className = "btn sm";
  place.textContent = `Line ${mistake.line}`;
  place.addEventListener("click", () => go(mistake.line, mistake.column));
  const what = document.createElement("span");
  what.textContent = mistake.message;
  item.append(place, what);
  if (mistake.hint) {
    const hint = document.createElement("span");
    hint.className = "d";
    hint.textContent = mistake.hint;
    item.append(hint);
  }
  return item;
}

/** Puts the cursor at a place, line and column from 1. */
function go(line, column) {
  const before = text.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(before + column - 1, before + column - 1);
  text.scrollTop = Math.max(0, (line - 8) * parseFloat(getComputedStyle(text).lineHeight));
}

async function apply(event) {
  event.preventDefault();
  $("apply").disabled = true;
  $("apply-problem").hidden = true;
  await check();
  const target = form.dataset.name || name;
  try {
    if (!target) throw new Error("The text has mistakes. Correct them first.");
    // a new one must not exist, and an old one must be the one that was opened
    const condition = { "If-Match": `"${form.dataset.revision}"` };
    const response = await request(`${API}/${encodeURIComponent(target)}`, { method: "PUT", headers: { ...YAML, ...condition }, body: text.value });
    if (!response.ok) throw new Error((await response.json().catch(() => null))?.detail ?? `The server answered ${response.status}.`);
    location.assign(`/${form.dataset.path}/${encodeURIComponent(target)}`);
  } catch (e) {
    $("apply-problem").hidden = false;
    $("apply-problem").textContent = e.message;
    $("apply").disabled = false;
  }
}

/** Shows what the rules of the text would have done in the chosen runs, one run after the other. */
async function tryRules() {
  const tried = text.value;
  const runs = $("try-on").selectedOptions[0].dataset.runs.split(" ");
  const answers = [];
  $("try").disabled = $("try-on").disabled = true;
  $("tried-runs").replaceChildren();
  try {
    for (const run of runs) {
      told(`The rules are evaluated over ${run} …`);
      const answer = await replay(run, tried);
      if (text.value !== tried) break;
      answers.push(answer);
      $("tried-runs").append(triedRun(run, answer));
    }
    told(text.value === tried ? summary(answers) : CHANGED);
  } catch (e) {
    told(answers.length ? `${e.message} ${answers.length} of ${runs.length} runs were evaluated.` : e.message);
  } finally {
    $("try").disabled = $("try-on").disabled = false;
    if (text.value !== tried) $("tried-runs").replaceChildren();
  }
}

/** The rules over a run; with words only if nothing of the run is recorded any more. */
async function replay(run, yaml) {
  let response;
  try {
    response = await request(`/api/v1/runs/${encodeURIComponent(run)}/rules/replay`, { method: "POST", headers: YAML, body: yaml });
  } catch (e) {
    throw new Error(`The rules could not be tried (${e.message}).`);
  }
  const answer = await response.json().catch(() => ({ detail: `The server answered ${response.status}.` }));
  if (answer.errors) throw new Error("The text has mistakes. Correct them first.");
  if (!response.ok && answer.type !== NOTHING_RECORDED) throw new Error(answer.detail);
  return response.ok ? answer : { words: [answer.detail], rules: [], refused: true };
}

function summary(answers) {
  const told = answers.filter((one) => !one.refused);
  const differ = told.filter((one) => one.differs != null).length;
  const unclear = told.filter((one) => one.rules.some((rule) => rule.reason)).length;
  if (told.length === 0) return "Nothing is recorded any more that rules could be evaluated over.";
  if (answers.length === 1) return "The rules were evaluated over the run.";
  return [
    `The consequences differ from those of the run's own rules in ${differ} of ${told.length} runs.`,
    unclear ? `In ${unclear} it cannot be told what some rule would have done.` : "",
    told.length < answers.length ? `${answers.length - told.length} cannot be replayed.` : "",
  ].filter(Boolean).join(" ");
}

function told(words) {
  $("tried").hidden = false;
  $("tried").textContent = words;
}

function triedRun(run, answer) {
  const part = document.createElement("section");
  const head = document.createElement("h3");
  head.className = "card-b lbl";
  const link = document.createElement("a");
  link.href = `/runs/${encodeURIComponent(run)}`;
  link.textContent = run;
  head.append(link);
  const words = document.createElement("p");
  words.className = "card-b";
  words.textContent = answer.words.join(" ");
  const rules = document.createElement("ol");
  rules.className = "list";
  rules.replaceChildren(...answer.rules.map(triedRule));
  part.append(head, words, rules);
  return part;
}

function triedRule(rule) {
  const item = document.createElement("li");
  const id = document.createElement("b");
  id.textContent = rule.rule;
  const what = document.createElement("span");
  what.textContent = rule.reason ?? `PASS ${rule.passed} s, FAIL ${rule.failed} s, UNKNOWN ${rule.unknown} s`;
  item.append(id, what);
  if (rule.firstFailing) {
    const first = document.createElement("span");
    first.className = "d";
    const load = rule.firstFailing.rps == null ? "" : ` at ${Math.round(rule.firstFailing.rps)} rps`;
    first.textContent = `failing from ${rule.firstFailing.second} s${load}`;
    item.append(first);
  }
  return item;
}

if ($("try-card")) {
  const address = new URL(location.href);
  const wanted = address.searchParams.get("try");
  $("try").addEventListener("click", () => {
    address.searchParams.set("try", $("try-on").value);
    history.replaceState(null, "", address);
    tryRules();
  });
  const option = [...$("try-on").options].find((one) => one.value === wanted || one.dataset.runs === wanted);
  if (option) {
    option.selected = true;
    tryRules();
  } else if (wanted) {
    told(`${wanted} is not among the last runs of the service.`);
  }
}

text.addEventListener("input", () => {
  numbers();
  if ($("try-card")) {
    $("tried").hidden = true;
    $("tried-runs").replaceChildren();
  }
  clearTimeout(waiting);
  waiting = setTimeout(check, CHECK_AFTER_MS);
});
text.addEventListener("scroll", () => { $("lines").scrollTop = text.scrollTop; });
form.addEventListener("submit", apply);
numbers();
check();
