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
            return Optional.of("sign that the SUT was not restarted meanwhile: " + lost.first() + " is not reported");
        }
        List<String> peers = run.facts.pool().peers();
        List<String> silent = peers.stream()
                .filter(peer -> verdict.missing().contains(peer)
                        && !baseline.unreported().contains(peer))
                .toList();
        silent.forEach(peer -> run.remarks.add("peer " + peer + " was not reported on for a while"));
        long reporting = peers.stream()
                .filter(peer -> !baseline.unreported().contains(peer))
                .count();
        return silent.size() * 2 > reporting
                ? Optional.of("samples of most of the peers: " + String.join(", ", silent))
                : Optional.empty();
    }

    /** Their value is left as it is: Redliner only ever lets go of its own. */
    private static Optional<String> foreign(Verdict verdict) {
        return verdict.foreign().isEmpty()
                ? Optional.empty()
                : Optional.of("somebody else moves this pool's traffic, and is left alone: "
                        + String.join("; ", verdict.foreign()));
    }

    private static Optional<String> replaced(RunDraft run, Verdict verdict) {
        Map<String, Double> before = run.baseline == null ? Map.of() : run.baseline.identity();
        // what is not known now is no difference; unknown() is about that
        return Identity.changed(before, verdict.identity()).stream()
                .findFirst()
                .map(what -> "the SUT was restarted, redeployed or resized in the run (" + what
                        + " changed): what was measured is of two different hosts");
    }

    private static Optional<String> dead(RunDraft run, Verdict verdict) {
        Tick tick = verdict.tick();
        if (tick == null) {
            return Optional.empty();
        }
        if (tick.connectFailures() > 0
                && tick.invalidating().keySet().stream().anyMatch(it -> it.contains("ejection"))) {
            return Optional.of("Envoy took the SUT out of rotation, as it takes no connections");
        }
        return byHost(tick).entrySet().stream()
                .flatMap(host -> refusing(host.getKey(), host.getValue(), tick)
                        .or(() -> silent(host.getKey(), run.knowledge.recent(), tick))
                        .stream())
                .findFirst();
    }

    /** What each host of the SUT did, by its name for a person. */
    private static Map<String, HostCounts> byHost(Tick tick) {
        return tick.hosts().isEmpty() ? Map.of("the SUT", tick.sut()) : new TreeMap<>(tick.hosts());
    }

    private static Optional<String> refusing(String host, HostCounts counts, Tick tick) {
        return counts.connectFailures() >= Math.max(REFUSED_LEAST, REFUSED_PART * counts.requested())
                ? Optional.of(host + " takes no connections: " + Math.round(counts.connectFailures())
                        + " failed in the last " + Math.round(tick.lengthSeconds() * 10) / 10.0 + " s")
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
                ? Optional.of(host + " answers nothing: " + Math.round(requested) + " requests in the last "
                        + ANSWERS_WITHIN.toSeconds() + " s are waiting")
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
                .map(criterion -> Words.percent(peers.badFraction(criterion)) + " of the peers' answers are beyond "
                        + criterion.text() + " over " + PEERS_OVER.toSeconds()
                        + " s, with less traffic than at the baseline: the cause lies outside of "
                        + String.join(", ", run.facts.pool().sut()));
    }
}
