package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What must be true at the baseline before the first shift; each refusal says how to mend it. */
final class Preflight {
    /** Peers that would be busier than this without the SUT could not carry its load for long. */
    private static final double PEERS_CPU_MOST = 0.9;
    /** How much more the peers may get unmeasured: a pool of three whose SUT fails. */
    private static final double GROWTH_MOST = 1.5;

    private Preflight() {}

    /** Why the run may not begin; empty if it may. */
    static Optional<String> refusal(RunDraft run, Baseline baseline, Verdict verdict) {
        return share(run, baseline).or(() -> fresh(run, verdict)).or(() -> peers(run, verdict));
    }

    private static Optional<String> share(RunDraft run, Baseline baseline) {
        double share = run.facts.pool().baselineShare().fraction();
        Optional<String> uneven = baseline.seen().uneven(run.facts.partSlack());
        if (uneven.isPresent()) {
            return uneven.map(what -> what + ": "
                    + (run.facts.pool().tier() == Tier.FRONT_END
                            ? "there are too few users for even parts, or the Envoys' clusters are to be corrected"
                            : "correct the clusters of the Envoys"));
        }
        return baseline.seen().matches(share, run.facts.shareSlack())
                ? Optional.empty()
                : Optional.of("the SUT gets " + Words.percent(baseline.seen().share())
                        + " of the traffic and not its baselineShare of " + Words.percent(share)
                        + ": correct the definition or the Envoys");
    }

    private static Optional<String> fresh(RunDraft run, Verdict verdict) {
        Duration settled = run.facts.service().limits().settledFor();
        return verdict.identity().entrySet().stream()
                .filter(it ->
                        it.getKey().endsWith("/process.start") || it.getKey().endsWith("/host.boot"))
                .filter(it -> age(it, verdict).compareTo(settled) < 0)
                .map(it -> it.getKey() + " was " + age(it, verdict).toSeconds()
                        + " s ago: a SUT that was just started is cold, or somebody works on it. Wait until it runs for "
                        + settled.toSeconds() + " s, or lower limits.settledFor")
                .sorted()
                .findFirst();
    }

    private static Duration age(Map.Entry<String, Double> started, Verdict verdict) {
        return Duration.between(Instant.ofEpochMilli(Math.round(started.getValue() * 1000)), verdict.at());
    }

    /**
     * If the SUT fails, its load returns to the peers. Before the run they carried all but its baseline share, so that is
     * how much more they get; and their CPU, which grows with it, tells whether they could.
     */
    private static Optional<String> peers(RunDraft run, Verdict verdict) {
        double growth = 1 / (1 - run.facts.pool().baselineShare().fraction());
        Double cpu = verdict.metrics().get("peers.host.cpu");
        if (cpu != null) {
            return cpu * growth <= PEERS_CPU_MOST
                    ? Optional.empty()
                    : Optional.of("the peers could not carry the load if the SUT failed: the busiest of them uses "
                            + Words.percent(cpu) + " of its CPU, which would become " + Words.percent(cpu * growth)
                            + ". Measure when there is less traffic, or add hosts");
        }
        String more = "their load would grow by " + Words.percent(growth - 1);
        if (growth > GROWTH_MOST) {
            return Optional.of("whether the peers could carry the load if the SUT failed is not known, and " + more
                    + ": run a collector on them, so that peers.host.cpu is known, or add hosts");
        }
        run.remarks.add("whether the peers could carry the load if the SUT failed was not measured, as no collector"
                + " reports their CPU; " + more);
        return Optional.empty();
    }
}
