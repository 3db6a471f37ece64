package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.search.GuidedSearch;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.controller.search.SearchStart;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;

/**
 * The part of a run that never changes.
 *
 * @param id the run
 * @param service the service that it measures
 * @param token its fencing token
 * @param startedAt when it was accepted
 * @param settings of its search, unless it is begun with a profile
 * @param search how its search begins
 */
public record RunFacts(
        String id,
        ServiceDefinition service,
        long token,
        Instant startedAt,
        SearchSettings settings,
        SearchStart search) {

    /** The facts of a run with the usual search. */
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

    /**
     * How far an observed share may be off beside chance: requests are drawn one by one, but users are few, some
     * are busier than others, and their buckets hold not quite the same number of them.
     */
    double shareSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.03;
            case FRONT_END -> 0.15;
        };
    }

    /**
     * How far shares may be off beside chance when two of them are told apart. Single draws follow the share that an
     * Envoy holds; whoever counts at the edges of two ticks errs by less.
     */
    double restoreSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.01;
            case FRONT_END -> shareSlack();
        };
    }

    /** Variance of the SUT's requests in that of single draws: the requests of one user go the same way. */
    double shareDispersion() {
        return switch (pool().tier()) {
            case BACK_END -> 1.5;
            case FRONT_END -> 4;
        };
    }

    /**
     * How far the part of one host of the SUT may be off the even one beside chance: what it carries would be taken for
     * as much more or less.
     */
    double partSlack() {
        return switch (pool().tier()) {
            case BACK_END -> 0.03;
            case FRONT_END -> 0.05;
        };
    }

    /** A verdict that speaks for longer ago than this is no news. */
    Duration lateAfter() {
        return service().sampling().interval().multipliedBy(3).plusSeconds(2);
    }

    /** How many hosts get the SUT's share, each an even part of it. */
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

    /** The share to ask for: within baseline and maximum, and what whole buckets can give. */
    Share share(double fraction) {
        Share share = Share.ofFraction(Math.max(0, Math.min(1, fraction)));
        Share least = pool().baselineShare();
        Share most = pool().maxShare();
        Share within = share.compareTo(least) < 0 ? least : share.compareTo(most) > 0 ? most : share;
        return pool().tier() == Tier.FRONT_END ? within.wholeBuckets() : within;
    }
}
