// Follows one run: the event stream on one side, the page on the other.
import { Charts } from "./charts.js";
import { showLog, showRules, showSignals, showSteps } from "./tables.js";
import { clock } from "../pages/display.js";
import { request, unanswered } from "../pages/session.js";
import * as words from "./words.js";

const SILENT_AFTER_MS = 5000;
const RETRY_MS = 2000;
const REPORT_EVERY_MS = 5000;
const LEVER_EVERY_MS = 3000;
const $ = (id) => document.getElementById(id);
const show = (id, text) => { if ($(id).textContent !== text) $(id).textContent = text; };

class LiveRun {
  constructor(id) {
    this.id = id;
    this.lastEvent = 0;
    this.lastEventAt = new Date();
    this.connected = false;
    this.steps = new Map();
    this.report = null;
    this.tick = null;
    this.charts = new Charts();
    this.load();
    this.connect();
    // browsers open few connections to a server: tabs in the background must leave one for an abort
    document.addEventListener("visibilitychange", () => document.hidden ? this.disconnect() : this.connect());
    document.addEventListener("redliner:display", () => this.redrawSoon());
    setInterval(() => this.watchClock(), 1000);
  }

  // A run that ended long ago has a report but no events. Harm is in reports only.
  async load() {
    try {
      const response = await request(`/api/v1/runs/${encodeURIComponent(this.id)}`, { signal: AbortSignal.timeout(10000) });
      if (response.ok) this.take(await response.json());
      // a hidden page is not drawn, but its title is read
      if (document.hidden && this.report) this.showState(this.report.state);
      this.redrawSoon();
    } catch {
      // the event stream shows the lost connection
    }
    if (!this.over()) setTimeout(() => this.load(), REPORT_EVERY_MS);
  }

  // The browser reconnects with Last-Event-ID by itself, except after a refusal; then this does.
  connect() {
    if (this.source || document.hidden || this.ended) return;
    const source = new EventSource(`/api/v1/runs/${encodeURIComponent(this.id)}/events?after=${this.lastEvent}`);
    this.source = source;
    let first = false;
    source.onopen = () => {
      first = true;
      this.reached(true);
    };
    source.onerror = () => {
      this.reached(false);
      if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
      this.source = null;
      if (!this.over()) setTimeout(() => this.connect(), RETRY_MS);
    };
    const on = (kind, take) => source.addEventListener(kind, (event) => {
      const number = Number(event.lastEventId);
      // another controller counts from 1 again, and sends all that it has
      if (first && number <= this.lastEvent) this.lastEvent = 0;
      first = false;
      if (number <= this.lastEvent) return;
      this.lastEvent = number;
      this.lastEventAt = new Date();
      take(JSON.parse(event.data));
      this.redrawSoon();
    });
    on("tick", (tick) => { this.tick = tick; this.charts.add(tick); });
    on("step", (step) => this.steps.set(step.number, { ...this.steps.get(step.number), ...step }));
    on("state", (report) => this.take(report));
    // also a run that is over: its events draw the charts
    on("end", (report) => { this.take(report); this.ended = true; this.disconnect(); });
  }

  disconnect() {
    this.source?.close();
    this.source = null;
  }

  take(report) {
    this.report = report;
    report.steps.forEach((step) => this.steps.set(step.number, step));
    // the state and the decision are those of now, also while no verdict brings a tick
    const newer = report.now && !(Date.parse(this.tick?.at) > Date.parse(report.now.at));
    if (newer && !report.endedAt) this.tick = report.now;
  }

  over() {
    return this.report?.endedAt != null || document.body.dataset.over === "true";
  }

  reached(yes) {
    this.connected = yes;
    this.watchClock();
  }

  redrawSoon() {
    if (this.pending) return;
    this.pending = true;
    // A hidden page gets no animation frames. It is drawn when it becomes visible.
    requestAnimationFrame(() => { this.pending = false; this.redraw(); });
  }

  redraw() {
    const tick = this.tick;
    if (tick) this.showTick(tick);
    if (!tick || this.report?.endedAt) this.showLastRules();
    if (this.report) this.showReport(this.report);
    showSteps(this.steps);
    if (this.report) {
      showSignals(this.report.baseline, this.steps);
      this.charts.showResources(this.report.baseline, this.steps);
      showLog(this.report, this.steps);
    }
    this.charts.draw();
    this.watchClock();
  }

  showTick(tick) {
    show("k-load", words.rps(tick.rps));
    const asked = tick.askedRps == null ? "" : `asked ${words.rps(tick.askedRps)}, `;
    show("k-load-sub", `${asked}pool ${words.rps(tick.poolRps)}`);
    show("k-p99", words.tail(tick.p99Ms, tick.basis));
    show("k-basis", words.basis(tick.basis));
    show("k-errors", words.percent(tick.errorRate));
    show("k-cpu", tick.cpu == null ? "" : `CPU ${words.percent(tick.cpu)}`);
    show("k-share", words.percent(tick.observedShare));
    show("k-share-sub", `asked ${words.percent(tick.askedShare)}, acknowledged ${words.percent(tick.acknowledgedShare)}`);
    this.showLimit(tick);
    if (tick.redline && !this.over()) this.showRedline(tick.redline);
    showRules(tick.rules);
    if (!this.over()) {
      show("decision", `${words.doing(tick.state)} ${tick.decision}`);
      this.showState(tick.state);
    }
  }

  /** The verdicts at the end of the last step that was measured. */
  showLastRules() {
    const last = [...this.steps.values()].filter((step) => step.rules.length > 0 && step.stage !== "restore").pop();
    if (last) showRules(last.rules);
  }

  showLimit(tick) {
    const limit = tick.rules.flatMap((rule) => rule.values)
      .find((value) => value.metric === "latency.p99" && value.limit != null);
    this.charts.limitMs = limit ? limit.limit * 1000 : this.charts.limitMs;
    const median = `p50 ${words.ms(tick.p50Ms)}`;
    const over = tick.p99Ms == null && tick.basis?.slow != null ? `requests over ${words.ms(tick.basis.limitMs)}; ` : "";
    show("k-p99-sub", over + (limit ? `${median}, limit ${words.ms(limit.limit * 1000)}` : median));
  }

  showRedline(redline) {
    this.charts.redline = redline;
    show("k-redline", `${redline?.atLeast ? "at least " : ""}${words.rps(redline?.rps)}`);
    show("k-redline-sub", redline ? words.interval(redline) : "");
  }

  showReport(report) {
    show("k-harm", words.percent(report.harm.excessFraction));
    const { budget } = $("k-harm-sub").dataset;
    show("k-harm-sub", `${words.count(report.harm.excessRequests)} bad ${Math.round(report.harm.excessRequests) === 1 ? "request" : "requests"} beyond normal${budget ? `, budget ${budget}` : ""}`);
    // an estimate on the way is no result: a run that ended without one shows none
    if (report.endedAt) this.showRedline(report.state === "COMPLETED" ? report.redline : null);
    else if (report.redline) this.showRedline(report.redline);
    show("began", [report.began && `The search ${report.began.words}`, report.endedAt ? null : report.precision?.words].filter(Boolean).join(". "));
    if (!report.endedAt) return;
    this.showState(report.state);
    $("abort").hidden = true;
    $("now").hidden = true;
    $("exports").hidden = false;
    $("charts").hidden = !this.tick;
    document.body.classList.remove("acting");
    this.showVerdict();
  }

  // the server writes the report, so that the page, the exported file and a page without JavaScript are the same
  showVerdict() {
    if (this.reported || $("report-of-run")) return;
    this.reported = true;
    htmx.ajax("GET", `/parts/runs/${encodeURIComponent(this.id)}/report`, { target: "#report", swap: "innerHTML" });
  }

  showState(state) {
    if ($("state").dataset.state === state) return;
    const [icon, mood] = words.sign(state);
    $("state").dataset.state = state;
    $("state").dataset.s = mood;
    $("state-icon").setAttribute("href", `#${icon}`);
    show("state-text", words.title(state));
    document.title = `${words.title(state)}: ${document.body.dataset.service}, run ${this.id} · Redliner`;
  }

  watchClock() {
    const started = this.report ? Date.parse(this.report.startedAt) : null;
    const until = this.report?.endedAt ? Date.parse(this.report.endedAt) : Date.now();
    show("elapsed", started ? `, ${words.duration((until - started) / 1000)}` : "");
    const silent = Date.now() - this.lastEventAt.getTime() > Math.max(SILENT_AFTER_MS, 3 * Number(document.body.dataset.interval ?? 0));
    const lost = !this.over() && !document.hidden && (silent || !this.connected && this.lastEvent > 0);
    $("lost").hidden = !lost;
    this.showLive(lost ? (this.connected ? "stale" : "lost") : "live");
    if (lost) {
      const cause = this.connected ? "The connection is open, but no events arrive." : "The connection is lost. The page is reconnecting.";
      show("lost", `No event since ${clock(this.lastEventAt)}. ${cause} The values below are old. If every part of Redliner`
        + " stopped, the traffic was back on its baseline 6 s later with the default settings.");
    }
  }

  showLive(state) {
    const live = $("live");
    if (!live) return;
    if (this.over()) {
      live.remove();
      delete document.documentElement.dataset.state;
      return;
    }
    live.hidden = false;
    live.dataset.s = state;
    document.documentElement.dataset.state = state;
    show("live-text", state === "live" ? "Live" : `${state === "stale" ? "No news" : "Disconnected"} since ${clock(this.lastEventAt)}`);
    show("abort-text", state === "lost" ? "Abort anyway" : "Abort run");
    // nobody knows the end of the lease while no event arrives
    $("safe-line").hidden = state !== "live";
  }
}

function answer(text, bad) {
  $("answer").hidden = false;
  $("answer").className = bad ? "banner lost" : "banner";
  show("answer", text);
}

/** The detail of a problem (RFC 9457). */
async function why(response) {
  try {
    return (await response.json()).detail;
  } catch {
    return "the server gave no reason";
  }
}

/** Aborting is what makes everything safe, so it is one click. */
async function abort(id) {
  $("abort-now").disabled = true;
  try {
    const response = await request(`/api/v1/runs/${encodeURIComponent(id)}/abort`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ why: $("abort-why").value.trim() || "aborted on the page" }),
      signal: AbortSignal.timeout(10000),
    });
    if (response.ok) {
      const { note } = await response.json();
      const taken = `Abort taken at ${clock(new Date())}. ${note ?? "The traffic is going back."}`;
      answer(response.status === 200 ? note : taken, false);
    } else answer(`The abort was not taken (${response.status}): ${await why(response)}`, true);
  } catch (e) {
    answer(`${unanswered(e)} Try again, or: redliner run abort ${id}`, true);
  }
  $("abort-now").disabled = false;
}

// The lever is outside of the events of a run.
async function lever() {
  try {
    const response = await request("/api/v1/safety-lever", { signal: AbortSignal.timeout(5000) });
    if (response.ok && String((await response.json()).engaged) !== $("lever-ask").dataset.engaged) location.reload();
  } catch {
    // the event stream shows the lost connection
  }
  setTimeout(lever, LEVER_EVERY_MS);
}

setTimeout(lever, LEVER_EVERY_MS);
const id = document.body.dataset.run;
if (id) {
  $("abort-now").addEventListener("click", (event) => {
    event.preventDefault();
    abort(id);
  });
  new LiveRun(id);
}
