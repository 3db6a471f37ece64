package dev.redliner.controller.run;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.GapNote;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.controller.run.message.RefusalMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks at the baseline before the first shift. Each refusal states its remedy. */
final class Preflight {
    /** Peers with a higher CPU usage than this without the SUT could not carry its load for long. */
    private static final double PEERS_CPU_MOST = 0.9;
    /** Time over which the analyzer averages the CPU of the peers. At few requests, a shorter mean is off by a fifth. */
    private static final Duration PEERS_CPU_OVER = Duration.ofSeconds(60);
    /** Tolerance for rounding: shares are whole buckets, and a third is not a whole number of buckets. */
    private static final double ROUNDING = 0.001;

    private Preflight() {}

    /** The reason why the run must not begin; empty if it may begin. */
    static Optional<String> refusal(RunDraft run, Baseline baseline, Verdict verdict) {
        remarkOldStatistics(run, verdict);
        LowerLayers.remark(run);
        return share(run, baseline)
                .or(() -> envoys(baseline))
                .or(() -> restartsSeen(run, verdict))
                .or(() -> fresh(run, verdict));
    }

    /**
     * Why the run waits before it is refused; empty if it does not wait. Hosts may be read only from the start of a run on.
     */
    static Optional<String> early(RunDraft run, Verdict verdict, Instant now) {
        Duration half = run.facts.longestBaseline().dividedBy(2);
        Duration over = half.compareTo(PEERS_CPU_OVER) < 0 ? half : PEERS_CPU_OVER;
        boolean known = now.isAfter(run.facts.startedAt().plus(over));
        return known
                ? Optional.empty()
                : busyPeers(run, verdict)
                        .map(cpu -> HoldMessages.peersCpuRead(cpu, grown(cpu, growth(run)), over))
                        .or(() -> fewPeers(run, verdict, over));
    }

    /** Why the peers could not carry the SUT's load by their CPU; empty if they could, or it is not known. */
    static Optional<String> peersTooBusy(RunDraft run, Verdict verdict) {
        return busyPeers(run, verdict).map(cpu -> RefusalMessages.peersTooBusy(cpu, grown(cpu, growth(run))));
    }

    /** Some peers report their CPU, and others may do so soon. */
    private static Optional<String> fewPeers(RunDraft run, Verdict verdict, Duration over) {
        int reporting = reporting(verdict);
        boolean needed = run.facts.service().limits().peersMayGrow() == null;
        return needed && reporting > 0 && !mostReport(run, verdict)
                ? Optional.of(HoldMessages.peersCpuOfFew(
                        reporting, run.facts.pool().peers().size(), over))
                : Optional.empty();
    }

    /** The CPU of the busiest peer, if it could not carry its part of the SUT's load. */
    private static Optional<Double> busyPeers(RunDraft run, Verdict verdict) {
        return Optional.ofNullable(verdict.metrics().get(Verdict.PEERS_CPU))
                .filter(cpu -> grown(cpu, growth(run)) > PEERS_CPU_MOST);
    }

    private static Optional<String> share(RunDraft run, Baseline baseline) {
        double share = run.facts.pool().baselineShare().fraction();
        Optional<String> uneven = baseline.seen().uneven(run.facts.partSlack(), run.dispersion());
        if (uneven.isPresent()) {
            return uneven.map(
                    it -> RefusalMessages.unevenBaseline(it, run.facts.pool().tier()));
        }
        return baseline.seen().matches(share, run.facts.shareSlack(), run.dispersion())
                ? Optional.empty()
                : Optional.of(RefusalMessages.wrongBaselineShare(baseline.seen().share(), share));
    }

    /** A run does not change the load of the Envoys, so an Envoy that is busy now is as busy at each step. */
    private static Optional<String> envoys(Baseline baseline) {
        return baseline.envoys().isSaturated()
                ? Optional.of(RefusalMessages.envoyAlreadyBusy(
                        baseline.envoys().busy().orElseThrow()))
                : Optional.empty();
    }

    private static void remarkOldStatistics(RunDraft run, Verdict verdict) {
        boolean old = verdict.notes().stream()
                .flatMap(note -> GapNote.parse(note).stream())
                .anyMatch(gap -> gap.reason().equals(Gap.OLD_STATISTICS));
        if (old) {
            run.remarks.add(ProgressMessages.remarkOldStatistics());
        }
    }

    private static Optional<String> fresh(RunDraft run, Verdict verdict) {
        Duration settled = run.facts.service().limits().settledFor();
        return verdict.identity().entrySet().stream()
                .filter(it ->
                        it.getKey().endsWith("/process.start") || it.getKey().endsWith("/host.boot"))
                .filter(it -> age(it, verdict).compareTo(settled) < 0)
                .map(it -> RefusalMessages.startedLately(it.getKey(), age(it, verdict), settled))
                .sorted()
                .findFirst();
    }

    private static Duration age(Map.Entry<String, Double> started, Verdict verdict) {
        return Duration.between(Instant.ofEpochMilli(Math.round(started.getValue() * 1000)), verdict.at());
    }

    /**
     * Without the start time of the process, a restart during the run would go unseen. The operator may accept that.
     */
    private static Optional<String> restartsSeen(RunDraft run, Verdict verdict) {
        List<String> unknown = run.facts.pool().sut().stream()
                .filter(host -> !verdict.identity().containsKey(host + "/" + MetricNames.PROCESS_START))
                .toList();
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        if (!run.facts.service().limits().restartsUnseen()) {
            return Optional.of(RefusalMessages.restartsWouldGoUnseen(unknown));
        }
        run.remarks.add(ProgressMessages.remarkRestartsUnseen(unknown));
        return Optional.empty();
    }

    /**
     * If the SUT fails, its load returns to the peers. Before the run, the peers carried all traffic except the
     * baseline share, so their load grows by that share. Their CPU usage grows with the load and shows whether they
     * could carry it. One busy peer is a reason to refuse. If no more than half of the peers report their CPU, the
     * others may be busier, and the operator may declare how much more load the peers can carry. The growth follows
     * from the declared baseline share and not from a reading, so that a pool is always judged alike.
     */
    static Optional<String> peers(RunDraft run, Verdict verdict) {
        Optional<String> tooBusy = peersTooBusy(run, verdict);
        if (tooBusy.isPresent() || mostReport(run, verdict)) {
            return tooBusy;
        }
        int peers = run.facts.pool().peers().size();
        int reporting = reporting(verdict);
        double growth = growth(run);
        Double declared = run.facts.service().limits().peersMayGrow();
        if (declared == null) {
            return Optional.of(RefusalMessages.peersCpuUnknown(reporting, peers, growth));
        }
        if (declared < growth * (1 - ROUNDING)) {
            return Optional.of(RefusalMessages.peersMayNotGrow(reporting, peers, growth, declared));
        }
        run.remarks.add(ProgressMessages.remarkPeersDeclared(growth, declared));
        return Optional.empty();
    }

    /** The number of peers that report their CPU; 0 if the analyzer does not count them, as earlier versions do not. */
    private static int reporting(Verdict verdict) {
        return verdict.metrics().getOrDefault(Verdict.PEERS_CPU_HOSTS, 0.0).intValue();
    }

    private static boolean mostReport(RunDraft run, Verdict verdict) {
        return 2 * reporting(verdict) > run.facts.pool().peers().size();
    }

    private static double growth(RunDraft run) {
        return 1 / (1 - run.facts.pool().baselineShare().fraction()) - 1;
    }

    private static double grown(double cpu, double growth) {
        return cpu * (1 + growth);
    }
}
