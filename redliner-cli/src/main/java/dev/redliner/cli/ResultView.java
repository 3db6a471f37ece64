package dev.redliner.cli;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.HostReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RequestsAtOnce;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.BeganReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.UnverifiedRestore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What came of a run, for a person. Pure. */
public final class ResultView {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Two spaces, a name of ten characters, a space. */
    static final int INDENT = 13;

    private ResultView() {}

    /**
     * The final summary of a run that is over.
     *
     * @param truth the load in requests per second that one host was set to carry, when that is known, as in the demo
     * @param columns the width at which lines are broken between words
     */
    public static String text(RunReport run, OptionalDouble truth, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add("run " + Formats.safe(run.id()) + " of " + Formats.safe(run.service()) + ": "
                + LiveLines.state(run.state().name()) + lasted(run));
        if (run.reason() != null) {
            lines.add(line("reason", Formats.safe(run.reason())));
        }
        RedlineReport redline = run.result();
        if (redline == null && run.redline() != null) {
            lines.add(line("estimate", redline(run.redline()) + ", not a result"));
        }
        if (redline != null) {
            lines.add(line("redline", redline(redline)));
        }
        if (run.precision() != null) {
            lines.add(line("precision", Formats.safe(run.precision().words())));
        }
        if (redline != null) {
            lines.add(line("safe rate", safe(redline)));
            lines.add(line("limiting", limiting(redline)));
            redline.hosts().forEach(host -> lines.add(line("host", host(host))));
            RequestsAtOnce.of(run).ifPresent(requests -> lines.add(line("at once", atOnce(requests, redline))));
        }
        truth.ifPresent(set -> lines.add(line("actual", truth(set, redline))));
        if (redline != null && run.hosts() != null) {
            lines.add(line("hosts", hosts(run.hosts(), redline.atLeast())));
        }
        if (run.expectation() != null) {
            run.expectation().parts().forEach(part -> lines.add(line("expected", expected(part))));
        }
        lines.add(line("harm", harm(run)));
        lines.add(line("traffic", traffic(run)));
        if (run.recovered() != null) {
            lines.add(line("recovered", Formats.safe(run.recovered().words())));
        }
        if (run.measurement() != null) {
            lines.add(line("measured", Formats.safe(run.measurement().words())));
        }
        if (run.began() != null) {
            lines.add(line("search", Formats.safe(run.began().words()) + profile(run.began())));
        }
        run.remarks().forEach(remark -> lines.add(line("remark", Formats.safe(remark))));
        return lines.stream()
                        .flatMap(line -> Fold.at(columns, INDENT, line).stream())
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    static String redline(RedlineReport redline) {
        if (redline.atLeast() || redline.high() == null) {
            return "at least " + Formats.rps(redline.rps()) + " (all the traffic that was allowed passed)";
        }
        return interval(redline.rps(), redline.low(), redline.high());
    }

    private static String interval(double rps, double low, double high) {
        return Formats.rps(rps) + " (95%: " + Formats.rps(low).replace(" rps", "") + " to " + Formats.rps(high) + ")";
    }

    /** The rate of "at least" may hold with more than 90% certainty, as no more load was brought. */
    private static String safe(RedlineReport redline) {
        Double safe = redline.safe();
        if (safe == null) {
            return "none (no certainty was computed)";
        }
        return Formats.rps(safe)
                + (redline.atLeast() ? " (holds with at least 90% certainty)" : " (holds with 90% certainty)");
    }

    private static String atOnce(RequestsAtOnce requests, RedlineReport redline) {
        return requests.words() + " requests in flight at one host (" + Formats.rps(redline.rps()) + " x "
                + Formats.ms(requests.latencySeconds() * 1000) + ")";
    }

    private static String host(HostReport host) {
        Double rps = host.rps();
        Double high = host.high();
        String known = rps == null || high == null
                ? "at least " + Formats.rps(host.low())
                : interval(rps, host.low(), high) + ", rule " + Formats.safe(String.valueOf(host.limitingRule()));
        return Formats.safe(host.host()) + ": " + known;
    }

    private static String expected(ExpectationReport.Part part) {
        String outcome =
                switch (part.outcome()) {
                    case MET -> "met";
                    case NOT_MET -> "NOT met";
                    case CANNOT_TELL -> "cannot tell";
                };
        return Formats.safe(part.expected()) + ": " + outcome + ". " + Formats.safe(part.words());
    }

    static String profile(BeganReport began) {
        return began.profile() == null ? "" : "; profile " + Formats.safe(began.profile());
    }

    private static String hosts(HostsReport hosts, boolean atMost) {
        Instant seen = hosts.seenAt();
        String load = seen == null
                ? Formats.rps(hosts.targetRps()) + " (targetRps)"
                : "the " + Formats.rps(hosts.targetRps()) + " seen at " + TIME.format(seen) + " UTC";
        return (atMost ? "at most " : "") + hosts.needed() + " needed for " + load
                + ", without a spare one; the pool has " + hosts.now();
    }

    private static String lasted(RunReport run) {
        return run.endedAt() == null
                ? ""
                : " (" + Formats.duration(Duration.between(run.startedAt(), run.endedAt())) + ")";
    }

    private static String limiting(RedlineReport redline) {
        return redline.limitingRule() == null ? "no rule failed" : "rule " + Formats.safe(redline.limitingRule());
    }

    private static String truth(double set, @Nullable RedlineReport redline) {
        if (redline == null) {
            return Formats.rps(set) + " (configured)";
        }
        double off = 100 * (redline.rps() / set - 1);
        return String.format(
                Locale.ROOT,
                "%s (configured); the estimate is %.1f%% %s",
                Formats.rps(set),
                Math.abs(off),
                off < 0 ? "low" : "high");
    }

    static String harm(RunReport run) {
        var harm = run.harm();
        return Formats.count(harm.excessRequests()) + " bad requests beyond normal, "
                + Formats.percent(harm.excessFraction()) + " of " + Formats.count(harm.servedRequests()) + " served"
                + (harm.uncountedSeconds() >= 1
                        ? "; not counted for " + Math.round(harm.uncountedSeconds()) + " s"
                        : "");
    }

    private static String traffic(RunReport run) {
        RestoredReport restored = run.restored();
        UnverifiedRestore unverified = run.unverified();
        String cause = unverified == null ? "" : " (" + cause(unverified) + ")";
        if (restored == null) {
            return unverified == null ? "was never moved" : "NOT verified" + cause;
        }
        return (restored.verified() ? "restored: " : "NOT verified" + cause + ": ") + envoysAndShare(restored);
    }

    private static String cause(UnverifiedRestore unverified) {
        return switch (unverified) {
            case NO_TRAFFIC -> "no traffic";
            case TOO_FEW_REQUESTS -> "too few requests";
            case SHARES_TOO_NEAR -> "the last share was too near to the baseline";
            case ENVOYS_UNREAD -> "no collector reads an Envoy";
            case OTHER_SYSTEM -> "another system holds a share";
            case DISMISSED -> "the run was dismissed";
            case NOT_WATCHED -> "the traffic was not watched";
        };
    }

    static String envoysAndShare(RestoredReport restored) {
        return (restored.configuration() ? "every Envoy holds no override, " : "not every Envoy confirmed, ")
                + (restored.observedShare() == null
                        ? "not yet seen in the traffic"
                        : "observed share " + Formats.percent(restored.observedShare()) + ", baseline "
                                + Formats.percent(restored.baselineShare()))
                + (restored.seconds() == null
                        ? ""
                        : String.format(Locale.ROOT, ", %.1f s after the decision", restored.seconds()));
    }

    static String line(String name, String text) {
        return String.format(Locale.ROOT, "  %-10s %s", name, text);
    }
}
