package dev.redliner.controller.web;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.HostReport;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RequestsAtOnce;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.StepReport;
import dev.redliner.api.UnverifiedRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The facts behind a verdict, and the evidence for it. */
final class ReportFacts {
    private ReportFacts() {}

    /** Limit, requests in flight, hosts, harm and traffic. */
    static List<Fact> of(RunReport run) {
        List<Fact> facts = new ArrayList<>();
        RedlineReport redline = run.result();
        if (redline != null) {
            String rule = redline.limitingRule();
            facts.add(Fact.of("Limited by", rule == null ? "no rule failed" : "rule " + rule, null));
            redline.hosts().forEach(host -> facts.add(host(host)));
            RequestsAtOnce.of(run).ifPresent(requests -> facts.add(atOnce(requests, redline)));
        }
        HostsReport hosts = run.hosts();
        if (redline != null && hosts != null) {
            boolean atMost = redline.atLeast();
            facts.add(new Fact(
                    "Hosts needed",
                    (atMost ? "at most " : "") + hosts.needed() + " for " + Figures.rps(hosts.targetRps()) + " rps",
                    "without a spare one; the pool has " + hosts.now() + ". "
                            + (hosts.seenAt() == null ? "The load is targetRps." : "The load is that of the baseline."),
                    hosts.needed() > hosts.now() && !atMost ? "bad" : ""));
        }
        ExpectationReport expectation = run.expectation();
        if (expectation != null) {
            expectation.parts().forEach(part -> facts.add(expected(part)));
        }
        facts.add(harm(run.harm()));
        facts.add(traffic(run.restored(), run.unverified()));
        return facts;
    }

    /** What a reader needs to know to trust the result or not. */
    static List<Fact> evidence(RunReport run) {
        List<Fact> evidence = new ArrayList<>();
        if (!run.steps().isEmpty()) {
            long counted = run.steps().stream().filter(StepReport::counted).count();
            double seconds = run.steps().stream()
                    .filter(StepReport::counted)
                    .mapToDouble(StepReport::seconds)
                    .sum();
            String others = counted == run.steps().size()
                    ? ""
                    : " In the others the load did not arrive, or something else made them invalid; the table of steps"
                            + " has the reasons.";
            evidence.add(Fact.of(
                    "Evidence",
                    counted + " of " + run.steps().size() + " steps, " + Math.round(seconds) + " s",
                    "They count for the redline." + others));
        }
        if (run.measurement() != null) {
            evidence.add(measurement(run.measurement()));
        }
        if (run.recovered() != null) {
            evidence.add(new Fact(
                    "Recovery",
                    run.recovered().words(),
                    null,
                    run.recovered().outcome() == MetCheck.NOT_MET ? "warn" : ""));
        }
        if (run.precision() != null) {
            evidence.add(Fact.of("Precision", run.precision().words(), null));
        }
        if (run.began() != null) {
            String profile = run.began().profile();
            evidence.add(
                    Fact.of("Search", run.began().words(), profile == null ? null : "Its profile is " + profile + "."));
        }
        run.remarks().forEach(remark -> evidence.add(new Fact("Remark", remark, null, "warn")));
        return evidence;
    }

    private static Fact expected(ExpectationReport.Part part) {
        return switch (part.outcome()) {
            case MET -> new Fact("Expected " + part.expected(), "met", part.words(), "good");
            case NOT_MET -> new Fact("Expected " + part.expected(), "not met", part.words(), "bad");
            case CANNOT_TELL -> new Fact("Expected " + part.expected(), "cannot tell", part.words(), "warn");
        };
    }

    private static Fact measurement(MeasurementReport measurement) {
        String mood =
                switch (measurement.outcome()) {
                    case CONSISTENT, UNKNOWN -> "";
                    case REMARK -> "warn";
                };
        return new Fact("Measurement", measurement.words(), null, mood);
    }

    static Fact harm(HarmReport harm) {
        String uncounted =
                harm.uncountedSeconds() >= 1 ? "; not counted for " + Math.round(harm.uncountedSeconds()) + " s" : "";
        return Fact.of(
                "Harm",
                Figures.count(harm.excessRequests()) + " requests, " + Figures.part(harm.excessFraction()),
                "slow or failed beyond normal, of " + Figures.count(harm.servedRequests()) + uncounted);
    }

    private static Fact traffic(@Nullable RestoredReport restored, @Nullable UnverifiedRestore unverified) {
        if (restored == null) {
            return unverified == null
                    ? Fact.of("Traffic", "never moved", null)
                    : new Fact(
                            "Traffic", "the restore was not verified", "The reason of the run has the cause.", "warn");
        }
        Double observed = restored.observedShare();
        String shares = observed == null
                ? "not yet observed in the traffic"
                : "observed " + Figures.part(observed) + ", baseline " + Figures.part(restored.baselineShare());
        String envoys = restored.configuration() ? "no Envoy holds an override" : "not every Envoy confirmed";
        Double seconds = restored.seconds();
        String after = seconds == null ? "" : String.format(Locale.ROOT, " after %.1f s", seconds);
        return restored.verified()
                ? new Fact("Traffic", "restored" + after, shares + "; " + envoys, "good")
                : new Fact("Traffic", "the restore was not verified", shares + "; " + envoys, "warn");
    }

    private static Fact atOnce(RequestsAtOnce requests, RedlineReport redline) {
        return Fact.of(
                "At once",
                requests.words() + " requests",
                "in flight at one host at the redline: " + Figures.rps(redline.rps()) + " rps x "
                        + Figures.millis(requests.latencySeconds() * 1000));
    }

    private static Fact host(HostReport host) {
        Double rps = host.rps();
        Double high = host.high();
        if (rps == null || high == null) {
            return Fact.of("Host " + host.host(), "at least " + Figures.rps(host.low()) + " rps", null);
        }
        return Fact.of(
                "Host " + host.host(),
                Figures.rps(rps) + " rps",
                "95%: " + Figures.rps(host.low()) + " to " + Figures.rps(high) + "; rule " + host.limitingRule());
    }
}
