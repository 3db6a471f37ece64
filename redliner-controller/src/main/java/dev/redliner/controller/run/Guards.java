package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.PeerSum;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.InvalidatingSign;
import dev.redliner.controller.run.message.ProgressMessages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Ends a run because of events around the SUT, even if the SUT's own rules hold. Such a run has no result, because its
 * measurements do not describe the intended situation.
 */
final class Guards {
    /** Window in which the peers are judged. Shorter bursts hit every host now and then. */
    private static final Duration PEERS_OVER = Duration.ofSeconds(5);
    /** Time without any answer after which the SUT counts as dead. The pause of a garbage collector is shorter. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(3);

    private static final double UNANSWERED = 20;
    /** Fraction of failed connections that shows a dead host. */
    private static final double REFUSED_PART = 0.2;
    /** Least number of them. All requests of one page load may fail by chance. */
    private static final double REFUSED_LEAST = 20;
    /** A host with few requests needs several ticks for so many. */
    private static final Duration REFUSED_WITHIN = Duration.ofSeconds(8);

    /** Failing peers are a sufficient reason, regardless of the metrics in the rules. */
    private static final Criterion FAILURES = new Criterion(
            Criterion.Kind.FRACTION, "error_rate", "error_rate <= percent(1.0)", null, 0.01, 0.01, 0, 0, null, null);

    private Guards() {}

    /** The reason for which a guard ends the run; empty if none does. */
    static Optional<String> tripped(RunDraft run, Verdict verdict) {
        return foreign(verdict)
                .or(() -> replaced(run, verdict))
                .or(() -> dead(run, verdict))
                .or(() -> suffering(run, verdict));
    }

    /** The message about data that was present at the baseline and is missing now; empty if enough data is present. */
    static Optional<String> unknown(RunDraft run, Verdict verdict) {
        Baseline baseline = run.baseline;
        if (baseline == null) {
            return Optional.empty();
        }
        var lost = new TreeSet<>(baseline.identity().keySet());
        lost.removeAll(verdict.identity().keySet());
        if (!lost.isEmpty()) {
            return Optional.of(HoldMessages.identityLost(lost.first()));
        }
        List<String> peers = run.facts.pool().peers();
        List<String> silent = peers.stream()
                .filter(peer -> verdict.missing().contains(peer)
                        && !baseline.unreported().contains(peer))
                .toList();
        silent.forEach(peer -> run.remarks.add(ProgressMessages.remarkPeerSilent(peer)));
        long reporting = peers.stream()
                .filter(peer -> !baseline.unreported().contains(peer))
                .count();
        return silent.size() * 2 > reporting ? Optional.of(HoldMessages.noSamplesOfPeers(silent)) : Optional.empty();
    }

    /** The foreign value stays in place: Redliner only removes its own. */
    private static Optional<String> foreign(Verdict verdict) {
        return verdict.foreign().isEmpty()
                ? Optional.empty()
                : Optional.of(EndMessages.foreignShare(verdict.foreign()));
    }

    private static Optional<String> replaced(RunDraft run, Verdict verdict) {
        Map<String, Double> before = run.baseline == null ? Map.of() : run.baseline.identity();
        // a missing property is no difference; unknown() reports it
        return Identity.changed(before, verdict.identity()).stream().findFirst().map(EndMessages::replaced);
    }

    private static Optional<String> dead(RunDraft run, Verdict verdict) {
        Tick tick = verdict.tick();
        if (tick == null) {
            return Optional.empty();
        }
        if (tick.connectFailures() > 0
                && tick.invalidating().keySet().stream()
                        .anyMatch(it -> InvalidatingSign.of(it) == InvalidatingSign.EJECTION)) {
            return Optional.of(EndMessages.outOfRotation());
        }
        List<Tick> recent = run.observations.recent();
        return byHost(tick).keySet().stream()
                .flatMap(host -> refusing(host, recent, tick).or(() -> silent(host, recent, tick)).stream())
                .findFirst();
    }

    /** The counts of each host of the SUT, by the name of the host as the subject of a sentence. */
    private static Map<String, HostCounts> byHost(Tick tick) {
        return tick.hosts().isEmpty() ? Map.of("The SUT", tick.sut()) : hostsOf(tick);
    }

    private static Map<String, HostCounts> hostsOf(Tick tick) {
        var hosts = new TreeMap<String, HostCounts>();
        tick.hosts().forEach((host, counts) -> hosts.put("Host " + host, counts));
        return hosts;
    }

    /** Whether connections fail in the newest tick, alone or together with those before it. */
    private static Optional<String> refusing(String host, List<Tick> recent, Tick tick) {
        if (tick.connectFailures() == 0) {
            return Optional.empty();
        }
        double failed = 0;
        double requested = 0;
        for (int i = recent.size() - 1; i >= 0; i--) {
            Tick one = recent.get(i);
            HostCounts counts = byHost(one).get(host);
            if (counts == null || one.to().isBefore(tick.to().minus(REFUSED_WITHIN))) {
                return Optional.empty();
            }
            failed += counts.connectFailures();
            requested += counts.requested();
            if (failed >= Math.max(REFUSED_LEAST, REFUSED_PART * requested)) {
                double seconds = Duration.between(one.from(), tick.to()).toMillis() / 1e3;
                return Optional.of(EndMessages.acceptsNoConnections(host, failed, seconds));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> silent(String host, List<Tick> recent, Tick tick) {
        double seconds = 0;
        double requested = 0;
        double completed = 0;
        for (Tick one : recent) {
            HostCounts counts = byHost(one).get(host);
            if (counts != null && !one.from().isBefore(tick.to().minus(ANSWERS_WITHIN))) {
                seconds += one.lengthSeconds();
                requested += counts.requested();
                completed += counts.completed();
            }
        }
        boolean silent = completed == 0 && requested >= UNANSWERED;
        return silent && seconds >= ANSWERS_WITHIN.toMillis() / 1000.0 - tick.lengthSeconds()
                ? Optional.of(EndMessages.answersNothing(host, requested, ANSWERS_WITHIN))
                : Optional.empty();
    }

    /** Hosts that are not measured must not suffer, regardless of the cause. */
    private static Optional<String> suffering(RunDraft run, Verdict verdict) {
        Baseline baseline = run.baseline;
        if (baseline == null || !run.state.movesTraffic()) {
            return Optional.empty();
        }
        PeerSum peers = PeerSum.since(verdict.at().minus(PEERS_OVER), run.observations.recent());
        Stream<Criterion> criteria = verdict.rules().stream()
                .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                .flatMap(rule -> rule.criteria().stream());
        return Stream.concat(criteria, Stream.of(FAILURES))
                .filter(criterion -> peers.suffer(criterion, baseline.peers()))
                .findFirst()
                .map(criterion -> EndMessages.peersSuffer(
                        peers.badFraction(criterion),
                        criterion.text(),
                        PEERS_OVER,
                        run.facts.pool().sut()));
    }
}
