package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The report of a run that is over.
 *
 * @param facts limit, requests in flight, hosts, harm and traffic
 * @param evidence what a reader needs to know to trust the result or not
 * @param environment the conditions under which the run measured
 * @param curve latency against load; null if too few steps have a latency
 */
record ReportView(
        Verdict verdict, List<Fact> facts, List<Fact> evidence, List<Fact> environment, @Nullable Curve curve) {
    static ReportView of(RunReport run) {
        return new ReportView(
                Verdict.of(run),
                ReportFacts.of(run),
                ReportFacts.evidence(run),
                ReportEnvironment.of(run),
                Curve.of(run).orElse(null));
    }
}
