package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What ends a run although the SUT's own rules may hold: what happens around it. Nothing here leaves a result behind, as
 * what was measured is not what was meant.
 */
final class Guards {
    /** The peers are judged over this long: shorter bursts hit every host now and then. */
    private static final Duration PEERS_OVER = Duration.ofSeconds(5);
    /** A pause of its garbage collector is shorter. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(3);

    private static final double UNANSWERED = 20;
    /** One failed connection may be a restart of the peer's network; so many of the requests are a dead host. */
    private static final double REFUSED_PART = 0.2;

    private static final double REFUSED_LEAST = 3;

    /** Whatever the rules are about, peers that fail are reason enough. */
    private static final Criterion FAILURES = new Criterion(
            Criterion.Kind.FRACTION, "error_rate", "error_rate <= percent(1.0)", null, 0.01, 0.01, 0, 0, null);

    private Guards() {}

    /** Ends the run if a guard says so; whether one did. */
    static boolean tripped(RunDraft run, Verdict verdict, Instant now) {
        Optional<String> why = foreign(verdict)
                .or(() -> replaced(run, verdict))
                .or(() -> dead(run, verdict))
                .or(() -> suffering(run, verdict));
        why.ifPresent(it -> run.end(run.state.movesTraffic() ? RunState.ABORTED : RunState.REFUSED, it, now));
        return why.isPresent();
    }

    /** What is no longer known although it was at the baseline; empty if all of it is. */
    static Optional<String> unknown(RunDraft run, Verdict verdict) {
        Baseline baseline = run.baseline;
        if (baseline == null) {
            return Optional.empty();
        }
        var lost = new TreeSet<>(baseline.identity().keySet());
        lost.removeAll(verdict.identity().keySet());
        if (!lost.isEmpty()) {
            return Optional.of(RunMessages.identityLost(lost.first()));
        }
        List<String> peers = run.facts.pool().peers();
        List<String> silent = peers.stream()
                .filter(peer -> verdict.missing().contains(peer)
                        && !baseline.unreported().contains(peer))
                .toList();
        silent.forEach(peer -> run.remarks.add(RunMessages.remarkPeerSilent(peer)));
        long reporting = peers.stream()
                .filter(peer -> !baseline.unreported().contains(peer))
                .count();
        return silent.size() * 2 > reporting ? Optional.of(RunMessages.noSamplesOfPeers(silent)) : Optional.empty();
    }

    /** Their value is left as it is: Redliner only ever lets go of its own. */
    private static Optional<String> foreign(Verdict verdict) {
        return verdict.foreign().isEmpty()
                ? Optional.empty()
                : Optional.of(RunMessages.foreignShare(verdict.foreign()));
    }

    private static Optional<String> replaced(RunDraft run, Verdict verdict) {
        Map<String, Double> before = run.baseline == null ? Map.of() : run.baseline.identity();
        // what is not known now is no difference; unknown() is about that
        return Identity.changed(before, verdict.identity()).stream().findFirst().map(RunMessages::replaced);
    }

    private static Optional<String> dead(RunDraft run, Verdict verdict) {
        Tick tick = verdict.tick();
        if (tick == null) {
            return Optional.empty();
        }
        if (tick.connectFailures() > 0
                && tick.invalidating().keySet().stream().anyMatch(it -> it.contains("ejection"))) {
            return Optional.of(RunMessages.outOfRotation());
        }
        return byHost(tick).entrySet().stream()
                .flatMap(host -> refusing(host.getKey(), host.getValue(), tick)
                        .or(() -> silent(host.getKey(), run.knowledge.recent(), tick))
                        .stream())
                .findFirst();
    }

    /** The counts of each host of the SUT, by its name at the head of a sentence. */
    private static Map<String, HostCounts> byHost(Tick tick) {
        return tick.hosts().isEmpty() ? Map.of("The SUT", tick.sut()) : hostsOf(tick);
    }

    private static Map<String, HostCounts> hostsOf(Tick tick) {
        var hosts = new TreeMap<String, HostCounts>();
        tick.hosts().forEach((host, counts) -> hosts.put("Host " + host, counts));
        return hosts;
    }

    private static Optional<String> refusing(String host, HostCounts counts, Tick tick) {
        return counts.connectFailures() >= Math.max(REFUSED_LEAST, REFUSED_PART * counts.requested())
                ? Optional.of(RunMessages.acceptsNoConnections(host, counts.connectFailures(), tick.lengthSeconds()))
                : Optional.empty();
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
                ? Optional.of(RunMessages.answersNothing(host, requested, ANSWERS_WITHIN))
                : Optional.empty();
    }

    /** Whoever is not measured must not suffer, whatever the cause is. */
    private static Optional<String> suffering(RunDraft run, Verdict verdict) {
        Baseline baseline = run.baseline;
        if (baseline == null || !run.state.movesTraffic()) {
            return Optional.empty();
        }
        PeerSum peers = PeerSum.since(verdict.at().minus(PEERS_OVER), run.knowledge.recent());
        Stream<Criterion> criteria = verdict.rules().stream()
                .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                .flatMap(rule -> rule.criteria().stream());
        return Stream.concat(criteria, Stream.of(FAILURES))
                .filter(criterion -> peers.suffer(criterion, baseline.peers()))
                .findFirst()
                .map(criterion -> RunMessages.peersSuffer(
                        peers.badFraction(criterion),
                        criterion.text(),
                        PEERS_OVER,
                        run.facts.pool().sut()));
    }
}
