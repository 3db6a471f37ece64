package dev.redliner.controller.run;

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
            return uneven.map(
                    it -> RunMessages.unevenBaseline(it, run.facts.pool().tier()));
        }
        return baseline.seen().matches(share, run.facts.shareSlack())
                ? Optional.empty()
                : Optional.of(RunMessages.wrongBaselineShare(baseline.seen().share(), share));
    }

    private static Optional<String> fresh(RunDraft run, Verdict verdict) {
        Duration settled = run.facts.service().limits().settledFor();
        return verdict.identity().entrySet().stream()
                .filter(it ->
                        it.getKey().endsWith("/process.start") || it.getKey().endsWith("/host.boot"))
                .filter(it -> age(it, verdict).compareTo(settled) < 0)
                .map(it -> RunMessages.startedLately(it.getKey(), age(it, verdict), settled))
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
                    : Optional.of(RunMessages.peersTooBusy(cpu, cpu * growth));
        }
        if (growth > GROWTH_MOST) {
            return Optional.of(RunMessages.peersCpuUnknown(growth - 1));
        }
        run.remarks.add(RunMessages.remarkPeersCpuUnknown(growth - 1));
        return Optional.empty();
    }
}
