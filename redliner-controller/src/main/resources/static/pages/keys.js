// Single keys. They do nothing while a field has the focus, and can be turned off (WCAG 2.1.4).
const PLACES = { o: "/", r: "/runs", s: "/schedules", c: "/compare", a: "/audit" };
const OFF = "redliner.keys.off";
const $ = (id) => document.getElementById(id);
let went = false;

const on = () => localStorage.getItem(OFF) === null;

function act(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog[open]")) return;
  if (event.key === "?") $("keys").showModal();
  if (!on()) return;
  const place = went ? PLACES[event.key] : undefined;
  went = event.key === "g";
  if (place) location.assign(place);
  else if (event.key === "/") focusOn(event, $("find"));
  else if (event.key === "s") focusOn(event, document.querySelector("#start-form select"));
  else if (event.key === "A" && event.shiftKey && !$("abort")?.hidden) $("abort-now")?.click();
}

function focusOn(event, field) {
  if (!field) return;
  event.preventDefault();
  field.focus();
}

$("keys-on").checked = on();
$("keys-on").addEventListener("change", (event) => {
  if (event.target.checked) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "true");
});
document.addEventListener("keydown", act);
