// The actions of every page, and whether it is live. Requests go to the API, whose problems are shown where the click was.
import { clock, times } from "./display.js";
import { login, logout, request, unanswered } from "./session.js";

const ANSWERED_WITHIN_MS = 10_000;
const $ = (id) => document.getElementById(id);

/** Sends a request; throws an error whose message a person can read. */
async function ask(method, path, body, withinMs = ANSWERED_WITHIN_MS, headers = {}) {
  let response;
  try {
    response = await request(path, {
      method,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
    });
  } catch (e) {
    throw new Error(unanswered(e));
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    const refused = new Error(`Not taken (${response.status}): ${problem?.detail ?? "the server gave no reason."}`);
    refused.answered = response.status < 500;
    throw refused;
  }
  return response.json();
}

function say(id, text) {
  const place = $(id);
  place.hidden = !text;
  place.textContent = text ?? "";
}

const KEY_HOLDS_MS = 120_000;
let asked = null;

/** The key of a wish. It stays for a while if the wish does: a request that was not answered may have been taken. */
function keyOf(wish) {
  const words = JSON.stringify(wish);
  if (asked?.words !== words || Date.now() - asked.at > KEY_HOLDS_MS) {
    // randomUUID exists in secure contexts only
    const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(16)).join("");
    asked = { words, key: `page-${key}`, at: Date.now() };
  }
  return asked.key;
}

/** The fields of the expected result that are not empty; null if all are. */
function expectation({ redline, recovered, latency }) {
  const expect = {};
  if (redline.value.trim() !== "") expect.redline = redline.value.trim();
  if (recovered.value.trim() !== "") expect.recovered = recovered.value.trim();
  const latencies = latency.value.split(",").map((text) => text.trim()).filter(Boolean);
  if (latencies.length > 0) expect.latency = latencies;
  return Object.keys(expect).length === 0 ? null : expect;
}

async function start(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const button = form.querySelector("button");
  button.disabled = true;
  say("start-problem", null);
  try {
    const profile = form.elements.profile.value;
    const target = form.elements.target.value.trim();
    if (target !== "" && !(Number(target) > 0)) {
      throw new Error(`The target '${target}' is no load. Enter requests per second, such as 5000.`);
    }
    const wish = {
      service: form.dataset.service,
      profile: profile === "" ? null : profile,
      cold: form.elements.cold.checked,
      expect: expectation(form.elements),
      targetRps: target === "" ? null : Number(target),
    };
    const run = await ask("POST", "/api/v1/runs", wish, ANSWERED_WITHIN_MS, { "Idempotency-Key": keyOf(wish) });
    location.assign(`/runs/${encodeURIComponent(run.id)}`);
  } catch (e) {
    if (e.answered) asked = null;
    say("start-problem", e.message);
    button.disabled = false;
  }
}

/** Aborting is never asked about twice: it is what makes everything safe. */
async function abort(button) {
  const run = button.dataset.abort;
  button.disabled = true;
  try {
    await ask("POST", `/api/v1/runs/${encodeURIComponent(run)}/abort`, { why: "aborted on the overview" });
    button.textContent = "Abort taken";
  } catch (e) {
    button.disabled = false;
    alarm(`${run}: ${e.message} Try again, or: redliner run abort ${run}`);
  }
}

async function lever(event) {
  if (event.submitter?.value !== "do") return;
  event.preventDefault();
  const engaged = $("lever-ask").dataset.engaged === "true";
  const why = $("lever-why").value;
  try {
    if (engaged) await ask("DELETE", `/api/v1/safety-lever?why=${encodeURIComponent(why)}`);
    else await ask("PUT", "/api/v1/safety-lever", { why });
    location.reload();
  } catch (e) {
    say("lever-problem", e.message);
  }
}

/** Pauses or resumes a schedule. */
async function schedule(button) {
  const { schedule: name, do: what } = button.dataset;
  button.disabled = true;
  try {
    await ask("POST", `/api/v1/schedules/${encodeURIComponent(name)}/${what}`);
    location.reload();
  } catch (e) {
    button.disabled = false;
    say("schedule-problem", `${name}: ${e.message}`);
  }
}

/** Pauses or resumes all schedules. */
async function pauseAll(button) {
  const pause = button.dataset.do === "pause";
  button.disabled = true;
  try {
    if (pause) await ask("PUT", "/api/v1/schedule-pause", { why: "paused on the page of the schedules" });
    else await ask("DELETE", "/api/v1/schedule-pause");
    location.reload();
  } catch (e) {
    button.disabled = false;
    say("schedule-problem", e.message);
  }
}

/** Sends a test to a destination, or an event again. */
async function notify(button) {
  const what = button.dataset.notify;
  button.disabled = true;
  say("notify-problem", null);
  say("notify-done", null);
  try {
    const taken = await ask("POST", `/api/v1/notifications/${what}`, undefined, 40_000);
    say("notify-done", `${taken.destination} took it.`);
  } catch (e) {
    say("notify-problem", e.message);
  }
  button.disabled = false;
}

/** Copies the text of a part of the page. */
async function copy(button) {
  try {
    await navigator.clipboard.writeText($(button.dataset.copy).textContent);
    button.textContent = "Copied";
  } catch {
    // without the right to use the clipboard, the text is selected instead
    getSelection().selectAllChildren($(button.dataset.copy));
  }
}
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

function alarm(text) {
  let banner = $("alarm");
  if (!banner) {
    banner = document.createElement("p");
    banner.id = "alarm";
    banner.className = "banner lost";
    banner.setAttribute("role", "alert");
    document.querySelector("main").before(banner);
  }
  banner.textContent = text;
}

// a page that follows says since when it does not
let lostSince = null;
function reached(yes) {
  const live = $("live");
  if (yes) lostSince = null;
  else lostSince ??= new Date();
  live.dataset.s = yes ? "live" : "lost";
  live.querySelector(".txt").textContent = yes ? "Live" : `Disconnected since ${clock(lostSince)}`;
  document.documentElement.dataset.state = yes ? "live" : "lost";
}

// parts that were swapped have the server's times
document.body.addEventListener("htmx:afterSwap", () => times(document));
document.body.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr?.status === 401) login();
});
// a part is replaced every few seconds, and a live region in it would be read out each time
function tellNews() {
  const text = [...document.querySelectorAll("[data-news]")].map((it) => it.textContent.trim()).join(" ");
  if ($("news") && $("news").textContent !== text) $("news").textContent = text;
}
if ($("parts")) {
  $("live").hidden = false;
  tellNews();
  document.body.addEventListener("htmx:afterSwap", tellNews);
  // a table that is wider than the window stays where the reader moved it
  let scrolled = 0;
  document.body.addEventListener("htmx:beforeSwap", () => { scrolled = $("services-table")?.scrollLeft ?? 0; });
  document.body.addEventListener("htmx:afterSwap", () => { if ($("services-table")) $("services-table").scrollLeft = scrolled; });
  // other parts need the database, and the page is live without it
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.elt.id === "parts") reached(true);
  });
  for (const failure of ["sendError", "responseError", "timeout"]) {
    document.body.addEventListener(`htmx:${failure}`, (event) => {
      if (event.detail.elt.id === "parts" && event.detail.xhr?.status !== 401) reached(false);
    });
  }
  document.body.addEventListener("htmx:afterSwap", () => {
    // the lever was moved elsewhere: its banner, dialog and button are outside the part
    if ($("parts").dataset.lever !== $("lever-ask").dataset.engaged) location.reload();
    // so is what a newcomer sees, and the first service was declared
    if ($("welcome") && $("parts").dataset.declared === "true") location.reload();
  });
} else if (!document.body.dataset.run) {
  $("live")?.remove();
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-abort]");
  if (button) {
    event.preventDefault();
    abort(button);
  }
  const pause = event.target.closest("[data-schedule]");
  if (pause) {
    event.preventDefault();
    schedule(pause);
  }
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(copied);
  const destination = event.target.closest("[data-notify]");
  if (destination) {
    event.preventDefault();
    notify(destination);
  }
});
$("pause-all")?.addEventListener("click", (event) => {
  event.preventDefault();
  pauseAll(event.currentTarget);
});
if ($("print")) {
  $("print").hidden = false;
  $("print").addEventListener("click", () => print());
}
$("start-form")?.addEventListener("submit", start);
$("lever-open")?.addEventListener("click", (event) => {
  event.preventDefault();
  $("lever-ask").showModal();
});
$("logout")?.addEventListener("click", (event) => {
  event.preventDefault();
  logout().catch((e) => alarm(`You are still logged in (${e.message}).`));
});
$("lever-ask")?.querySelector("form").addEventListener("submit", lever);
times(document);
