package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SearchStart;
import dev.redliner.search.policy.GuidedSearch;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The part of a run that never changes.
 *
 * @param id the id of the run
 * @param service the service that the run measures
 * @param token the fencing token of the run
 * @param startedAt when the run was accepted
 * @param settings settings of the search, unless the run begins with a profile
 * @param search creates the search
 */
public record RunFacts(
        String id,
        ServiceDefinition service,
        long token,
        Instant startedAt,
        SearchSettings settings,
        SearchStart search) {

    /** The facts of a run with the standard search. */
    public RunFacts(String id, ServiceDefinition service, long token, Instant startedAt, SearchSettings settings) {
        this(id, service, token, startedAt, settings, GuidedSearch::from);
    }

    /** The facts under another token, for a run that was taken over. */
    RunFacts withToken(long other) {
        return new RunFacts(id, service, other, startedAt, settings, search);
    }

    Pool pool() {
        return service.pool();
    }

    /** The definition of a judged rule; empty if the service has no rule of that id. */
    Optional<RuleSpec> specOf(RuleVerdict rule) {
        return service.rules().stream()
                .filter(spec -> spec.id().equals(rule.rule()))
                .findFirst();
    }

    /**
     * Longest duration of the baseline. It includes the longest window: a rule that failed by chance holds again after
     * it.
     */
    Duration longestBaseline() {
        Duration window = service.rules().stream()
                .map(RuleSpec::window)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return service.limits().unknownFor().multipliedBy(2).plusSeconds(30).plus(window);
    }

    /**
     * Permitted deviation of an observed share beside chance. On the back-end tier, requests are drawn one by one. On
     * the front-end tier, users are few, some are busier than others, and buckets do not contain exactly the same
     * number of users.
     */
    double shareSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.03;
            case FRONT_END -> 0.15;
        };
    }

    /**
     * Permitted deviation of shares beside chance when two shares are compared. Single draws follow the share that an
     * Envoy holds. The error from counting at the edges of ticks is smaller.
     */
    double restoreSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.01;
            case FRONT_END -> shareSlack();
        };
    }

    /**
     * Variance of the SUT's requests as a multiple of that of single draws. All requests of one user go the same way.
     */
    double shareDispersion() {
        return switch (pool().tier()) {
            case BACK_END -> 1.5;
            case FRONT_END -> 4;
        };
    }

    /**
     * Permitted deviation of one host's part of the SUT's requests from an even part, beside chance. The redline of
     * that host would be too high or too low by the same fraction.
     */
    double partSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.03;
            case FRONT_END -> 0.05;
        };
    }

    /** Verdicts that are older than this are stale. */
    Duration lateAfter() {
        return service().sampling().interval().multipliedBy(3).plusSeconds(2);
    }

    /** Number of hosts in the SUT. Each gets an even part of the SUT's share. */
    int hosts() {
        return pool().sut().size();
    }

    /**
     * The share that brings a load to each host of the SUT.
     *
     * @param load requests per second at one host
     * @param poolRps requests per second of the whole pool
     */
    Share shareFor(double load, double poolRps) {
        return share(hosts() * load / poolRps);
    }

    /**
     * The share to ask for. It is limited to the range from the baseline share to the maximum share, and on the
     * front-end tier it consists of whole buckets.
     */
    Share share(double fraction) {
        Share share = Share.ofFraction(Math.max(0, Math.min(1, fraction)));
        Share least = pool().baselineShare();
        Share most = pool().maxShare();
        Share within = share.compareTo(least) < 0 ? least : share.compareTo(most) > 0 ? most : share;
        return pool().tier() == Tier.FRONT_END ? within.wholeBuckets() : within;
    }
}
