// The choices that a browser keeps: the theme, the time zone of times, and whether single keys act.
const THEME = "redliner.theme";
const ZONE = "redliner.zone";
const KEYS = "redliner.keys.off";
const $ = (id) => document.getElementById(id);

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // the choice holds for this page only
  }
}

let keys = stored(KEYS) === null;
let utc = stored(ZONE) === "utc";

/** Whether single keys act (WCAG 2.1.4). */
export const keysAct = () => keys;

/** The time zone of times, as Intl has it; undefined: that of the browser. */
export const zone = () => (utc ? "UTC" : undefined);

const nameOfZone = () => zone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** For the pictures that the server draws. They follow with the next page. */
function tellZone() {
  document.cookie = `redliner-zone=${nameOfZone()}; path=/; max-age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
}
tellZone();

export const clock = (date) => date.toLocaleTimeString("en-GB", { timeZone: zone() });

const moment = (text) =>
  new Date(text).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone() });

// an instant within a sentence, such as of the reason why a firing waits
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;
// what the live page writes again and again is left as it is
const NO_SENTENCES = "pre, code, textarea, script, style, time, svg, [aria-live]";
/** The text nodes with instants: the text of the server, and what is shown in its place. */
const sentences = new WeakMap();

function inSentences(root) {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const before = sentences.get(node);
    const written = before?.shown === node.data ? before.written : node.data;
    const shown = written.replace(INSTANT, moment);
    if (shown !== written && !node.parentElement.closest(NO_SENTENCES)) {
      sentences.set(node, { written, shown });
      node.data = shown;
    }
  }
}

/** Writes each time of the server in the zone of the reader. */
export function times(root) {
  for (const time of root.querySelectorAll("time[datetime]:not(.clock)")) {
    time.textContent = moment(time.dateTime);
    time.title = `${time.dateTime}, shown in ${nameOfZone()}`;
  }
  inSentences(root.body ?? root);
  const place = $("zone");
  if (place) place.textContent = `Times in ${nameOfZone()}`;
}

function choose(event) {
  const { name, value, checked } = event.target;
  if (name === "theme") {
    store(THEME, value === "" ? null : value);
    if (value === "") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  } else if (name === "zone") {
    utc = value === "utc";
    store(ZONE, utc ? "utc" : null);
    tellZone();
    times(document);
  } else if (name === "keys") {
    keys = checked;
    store(KEYS, keys ? null : "true");
  }
  document.dispatchEvent(new Event("redliner:display"));
}

export const openDisplay = () => $("display").showModal();

const dialog = $("display");
if (dialog) {
  const form = dialog.querySelector("form");
  form.elements.theme.value = document.documentElement.dataset.theme ?? "";
  form.elements.zone.value = utc ? "utc" : "";
  form.elements.keys.checked = keys;
  form.addEventListener("change", choose);
  $("display-open").hidden = false;
  $("display-open").addEventListener("click", openDisplay);
}
