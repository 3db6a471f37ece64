package dev.redliner.cli;

import dev.redliner.api.Basis;
import dev.redliner.api.LiveTick;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A run in lines of text. Pure. */
final class LiveLines {
    /** Spaces before the second line of a folded line of {@link #block}. */
    static final int BLOCK_INDENT = ResultView.INDENT;
    /** Spaces before the second line of any other folded line. */
    static final int LOG_INDENT = 4;

    private static final int LONGEST_REASON = 80;

    private LiveLines() {}

    /** The block that is always up to date. */
    static List<String> block(LiveTick tick, @Nullable StepReport step) {
        List<String> lines = new ArrayList<>();
        lines.add(state(tick.state().name()) + (tick.step() == 0 ? "" : "  step " + step(tick, step)));
        lines.addAll(measured(tick));
        return lines;
    }

    /** The same for a summary, whose first line has the state. */
    static List<String> standing(LiveTick tick, @Nullable StepReport step) {
        List<String> lines = new ArrayList<>();
        if (tick.step() > 0) {
            lines.add(ResultView.line("step", step(tick, step)));
        }
        lines.addAll(measured(tick));
        return lines;
    }

    private static String step(LiveTick tick, @Nullable StepReport step) {
        return tick.step()
                + (step == null ? "" : " (" + Formats.safe(step.stage()) + ": " + Formats.safe(step.why()) + ")");
    }

    private static List<String> measured(LiveTick tick) {
        List<String> lines = new ArrayList<>();
        lines.add(ResultView.line("decided", Formats.safe(tick.decision())));
        lines.add(ResultView.line(
                "share",
                "asked " + Formats.percent(tick.askedShare()) + "   acknowledged "
                        + Formats.percent(tick.acknowledgedShare()) + "   observed "
                        + Formats.percent(tick.observedShare())));
        String asked = tick.askedRps() == null ? "" : " of " + Formats.rps(tick.askedRps()) + " asked";
        lines.add(ResultView.line(
                "load",
                Formats.rps(tick.rps()) + asked + "   p50 "
                        + Formats.ms(tick.p50Ms()) + "   " + tail(tick.p99Ms(), tick.basis()) + "   errors "
                        + Formats.percent(tick.errorRate())
                        + (tick.cpu() == null ? "" : "   CPU " + Formats.percent(tick.cpu()))
                        + basis(tick)));
        if (tick.redline() != null) {
            lines.add(ResultView.line("redline", ResultView.redline(tick.redline())));
        }
        tick.rules().forEach(rule -> lines.add(rule(rule)));
        return lines;
    }

    /**
     * The same in one line, for a log.
     *
     * @param said the last decision in the log, which is not repeated
     * @param saidOfRules the {@link #rules} of the line before, of which only changes are in this one
     */
    static String brief(LiveTick tick, String said, Map<String, String> saidOfRules) {
        Map<String, String> rules = rules(tick);
        boolean same = rules.keySet().equals(saidOfRules.keySet());
        String news = rules.entrySet().stream()
                .filter(rule -> !same || !rule.getValue().equals(saidOfRules.get(rule.getKey())))
                .map(rule -> " " + rule.getValue())
                .collect(Collectors.joining());
        return state(tick.state().name()) + (tick.step() == 0 ? "" : " step " + tick.step()) + ": "
                + Formats.rps(tick.rps()) + ", "
                + tail(tick.p99Ms(), tick.basis()) + basis(tick) + ", share "
                + Formats.percent(tick.observedShare()) + " of "
                + Formats.percent(tick.askedShare()) + " asked" + (news.isEmpty() ? "" : ";" + news)
                + (tick.decision().equals(said) ? "" : "; " + Formats.safe(unsaid(tick.decision(), said)));
    }

    /** The outcome of each rule that does not pass, by its id; a single entry without an id if there is none. */
    static Map<String, String> rules(LiveTick tick) {
        Map<String, String> rules = new LinkedHashMap<>();
        tick.rules().stream()
                .filter(rule -> !rule.outcome().equals("PASS"))
                .forEach(rule -> rules.put(
                        rule.rule(), Formats.safe(rule.rule()) + "=" + Formats.safe(rule.outcome()) + judgedBy(rule)));
        if (rules.isEmpty()) {
            rules.put("", tick.rules().isEmpty() ? "no verdict yet" : "all rules pass");
        }
        return rules;
    }

    /** A decision without the sentences that the log ends with. */
    private static String unsaid(String decision, String said) {
        return !said.isEmpty() && decision.startsWith(said) ? decision.substring(said.length()) : decision;
    }

    /** The p99, or the slow requests of too few for one. */
    private static String tail(@Nullable Double p99Ms, @Nullable Basis basis) {
        if (basis == null || !countsSlow(p99Ms, basis)) {
            return "p99 " + Formats.ms(p99Ms);
        }
        return basis.slow() + " of " + basis.requests() + " requests over " + Formats.ms(basis.limitMs());
    }

    private static boolean countsSlow(@Nullable Double p99Ms, Basis basis) {
        return p99Ms == null && basis.requests() > 0 && basis.slow() != null;
    }

    /** How many requests in how long the rates and percentiles are of. */
    private static String basis(LiveTick tick) {
        Basis basis = tick.basis();
        if (basis == null) {
            return "";
        }
        String requests =
                countsSlow(tick.p99Ms(), basis) ? "" : Formats.count((double) basis.requests()) + " requests ";
        return " (" + requests
                + String.format(Locale.ROOT, basis.seconds() < 10 ? "in %.1f s)" : "in %.0f s)", basis.seconds());
    }

    /** The values of the rule's window, which are not those of the second beside them. */
    private static String judgedBy(RuleReport rule) {
        String why = rule.reason() == null ? values(rule, ", ") : beginning(Formats.safe(rule.reason()));
        return why.isEmpty() ? "" : ": " + why;
    }

    /** The reason names every missing source, which is too much for a line that is written every five seconds. */
    private static String beginning(String reason) {
        return reason.length() <= LONGEST_REASON
                ? reason
                : reason.substring(0, LONGEST_REASON).strip() + "…";
    }

    /**
     * The beginning of a step.
     *
     * @param said the last decision in the log, which is not repeated
     */
    static String began(StepReport step, String said) {
        return String.format(
                Locale.ROOT,
                "step %2d %-8s asks for %s, %s of the traffic%s",
                step.number(),
                Formats.safe(step.stage()),
                Formats.rps(step.askedRps()),
                Formats.percent(step.askedShare()),
                step.why().equals(said) ? "" : ". " + Formats.safe(step.why()));
    }

    static String ended(StepReport step) {
        String lasted = step.to() == null ? "" : Formats.duration(Duration.between(step.from(), step.to()));
        return String.format(
                Locale.ROOT,
                "step %2d %-8s %9s  %12s  errors %6s  %6s  %s%s",
                step.number(),
                Formats.safe(step.stage()),
                Formats.rps(step.rps()),
                tail(step.p99Ms(), step.basis()),
                Formats.percent(step.errorRate()),
                lasted,
                Formats.safe(step.ended()),
                step.counted() ? "" : " (not counted)");
    }

    /**
     * A change of state.
     *
     * @param said the last decision in the log, which is not repeated
     */
    static String changed(RunReport run, String said) {
        String why = run.reason() == null || run.reason().equals(said) ? "" : ": " + Formats.safe(run.reason());
        return "run " + Formats.safe(run.id()) + " of " + Formats.safe(run.service()) + " is "
                + state(run.state().name()) + (why.isEmpty() ? "." : why) + began(run);
    }

    /** Said once, when the first share is asked for. */
    private static String began(RunReport run) {
        return run.began() == null || run.state() != RunState.RAMPING
                ? ""
                : " The search " + Formats.safe(run.began().words()) + "."
                        + (run.precision() == null
                                ? ""
                                : " " + Formats.safe(run.precision().words()));
    }

    static String state(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String rule(RuleReport rule) {
        String why = rule.reason() == null ? "" : "   " + Formats.safe(rule.reason());
        return String.format(
                Locale.ROOT,
                "  %-9s  %-7s %s%s",
                Formats.safe(rule.rule()),
                Formats.safe(rule.outcome()),
                values(rule, "   "),
                why);
    }

    private static String values(RuleReport rule, String between) {
        return rule.values().stream()
                .map(value -> Formats.safe(value.metric()) + " " + Formats.measure(value.metric(), value.value())
                        + " (limit " + Formats.measure(value.metric(), value.limit())
                        + (value.host() == null ? ")" : ", " + Formats.safe(value.host()) + ")"))
                .collect(Collectors.joining(between));
    }
}
