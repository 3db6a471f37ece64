// Single keys. They do nothing while a field has the focus, and can be turned off (WCAG 2.1.4).
import { keysAct, openDisplay } from "./display.js";

const PLACES = { o: "/", r: "/runs", s: "/schedules", c: "/compare", a: "/audit" };
const $ = (id) => document.getElementById(id);
let went = false;

function act(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
  if (event.key === "?") openDisplay();
  if (!keysAct()) return;
  const place = went ? PLACES[event.key] : undefined;
  went = event.key === "g";
  if (place) location.assign(place);
  else if (event.key === "/") focusOn(event, $("find"));
  else if (event.key === "s") focusOn(event, document.querySelector("#start-form select"));
  else if (event.key === "j") focusOn(event, row(1)?.querySelector("a.main"));
  else if (event.key === "k") focusOn(event, row(-1)?.querySelector("a.main"));
  else if (event.key === "x") row(0)?.querySelector("input[name=runs]:not(:disabled)")?.click();
  else if (event.key === "c") $("compare-chosen")?.requestSubmit();
  else if (event.key === "A" && event.shiftKey && !$("abort")?.hidden) $("abort-now")?.click();
}

/** The row that has the focus, or one before or after it. Without a focus, the first or the last one. */
function row(away) {
  const rows = [...document.querySelectorAll("main .tbl tbody tr")].filter((it) => it.querySelector("a.main"));
  const at = rows.findIndex((it) => it.contains(document.activeElement));
  if (at < 0) return away === 0 ? undefined : rows.at(away > 0 ? 0 : -1);
  return rows[Math.min(rows.length - 1, Math.max(0, at + away))];
}

function focusOn(event, field) {
  if (!field) return;
  event.preventDefault();
  field.focus();
}

document.addEventListener("keydown", act);
