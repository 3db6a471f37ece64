package dev.redliner.controller.replay;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The recorded signals of a tick, for the hosts that a rule selects by a prefix.
 *
 * @param from start of the tick
 * @param to end of the tick
 * @param envoys number of Envoys that counted
 * @param sut the hosts of the SUT
 * @param peers the peers
 */
record TickSignals(Instant from, Instant to, SignalValues signals, int envoys, Hosts sut, Hosts peers) {
    /**
     * Some hosts of the pool.
     *
     * @param all their number
     * @param reporting the number of those that reported lately
     */
    record Hosts(int all, int reporting) {
        static Hosts of(List<String> hosts, List<String> missing) {
            int silent = (int) hosts.stream().filter(missing::contains).count();
            return new Hosts(hosts.size(), hosts.size() - silent);
        }

        Hosts plus(Hosts other) {
            return new Hosts(all + other.all, reporting + other.reporting);
        }

        /** As in a run, where a metric that fewer hosts report has no value. */
        boolean isMost() {
            return reporting > 0 && 2 * reporting >= all;
        }
    }

    /** The signals of a verdict; null if it has no tick or no signals. */
    static @Nullable TickSignals of(Verdict verdict, Pool pool) {
        Tick tick = verdict.tick();
        SignalValues signals = verdict.signals();
        return tick == null || signals == null
                ? null
                : new TickSignals(
                        tick.from(),
                        tick.to(),
                        signals,
                        tick.envoys().size(),
                        Hosts.of(pool.sut(), verdict.missing()),
                        Hosts.of(pool.peers(), verdict.missing()));
    }

    double seconds() {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** The names of the signals that have a value, those of peers and pool after their prefix. */
    Set<String> names() {
        var names = new TreeSet<>(signals.values().keySet());
        signals.pairs().forEach((name, pair) -> {
            if (pair.size() > 1) {
                names.add(RuleNames.POOL_PREFIX + name);
            }
        });
        return names;
    }

    /**
     * The value of a signal; null if it was not recorded.
     *
     * @param name the name of the signal, after {@code peers.} or {@code pool.} if it is that of other hosts than the SUT
     */
    @Nullable
    Double value(String name) {
        boolean ofPeers = name.startsWith(RuleNames.PEERS_PREFIX);
        boolean ofPool = name.startsWith(RuleNames.POOL_PREFIX);
        String plain = plain(name);
        List<Double> pair = signals.pairs().get(plain);
        if (pair == null || (ofPeers || ofPool) && pair.size() < 2) {
            return null;
        }
        if (plain.startsWith(RuleNames.ENVOY_PREFIX)) {
            return envoys == 1 ? ofEnvoy(plain, ofPeers, ofPool, pair) : null;
        }
        if (ofPool) {
            Hosts pool = sut.plus(peers);
            double sum = pair.get(0) * sut.reporting + pair.get(1) * peers.reporting;
            return pool.isMost() ? (Double) (sum / pool.reporting) : null;
        }
        return !ofPeers ? pair.get(0) : peers.isMost() ? pair.get(1) : null;
    }

    /** The name without the prefix of the peers or of the pool. */
    static String plain(String name) {
        for (String prefix : List.of(RuleNames.PEERS_PREFIX, RuleNames.POOL_PREFIX)) {
            if (name.startsWith(prefix)) {
                return name.substring(prefix.length());
            }
        }
        return name;
    }

    /**
     * The record has the sum over the Envoys, for each host. A rule reads the mean over the Envoys, for all peers
     * together, and of the pool the mean over the hosts of the SUT and these peers. They follow from each other with one
     * Envoy only, as not every metric is a sum.
     */
    private double ofEnvoy(String plain, boolean ofPeers, boolean ofPool, List<Double> pair) {
        double ofSut = pair.get(0);
        if (!ofPeers && !ofPool) {
            return ofSut;
        }
        double allPeers = pair.get(1) * (plain.equals(MetricNames.ENVOY_BUSY) ? 1 : peers.all);
        return ofPool ? (ofSut * sut.all + allPeers) / (sut.all + 1) : allPeers;
    }
}
