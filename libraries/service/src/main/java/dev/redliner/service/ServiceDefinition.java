package dev.redliner.service;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.search.SearchSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a service by its user.
 *
 * @param pool its hosts, SUT, shares and Envoys; the pool's name is the service's name
 * @param rules its SLO rules. At least one has {@code onFail: back-off}, because such rules define the redline
 * @param limits the limits of a run
 * @param sampling the sampling intervals of the pool
 * @param targetRps load in requests per second to plan hosts for; null: the pool's load during the run
 * @param dependsOn names of dependencies that other services share, such as a database: of the runs that depend on one,
 *     only one may be active
 * @param profile the profile of its searches: {@code default}, {@code gentle} or {@code quick}
 * @param signals metrics whose values are kept for each step beside the built-in ones, by the names that rules use
 *     without prefix
 * @param expect the result that is expected of its runs; null: none
 */
public record ServiceDefinition(
        Pool pool,
        List<RuleSpec> rules,
        Limits limits,
        Sampling sampling,
        @Nullable Double targetRps,
        List<String> dependsOn,
        String profile,
        List<String> signals,
        @Nullable Expectation expect) {

    public static final String USUAL_PROFILE = "default";

    /** Highest number of declared signals. */
    static final int MOST_SIGNALS = 30;

    /** A service without signals of its own and without an expectation. */
    public ServiceDefinition(
            Pool pool,
            List<RuleSpec> rules,
            Limits limits,
            Sampling sampling,
            @Nullable Double targetRps,
            List<String> dependsOn,
            String profile) {
        this(pool, rules, limits, sampling, targetRps, dependsOn, profile, List.of(), null);
    }

    /** This service with another expectation. */
    public ServiceDefinition expecting(Expectation other) {
        return new ServiceDefinition(pool, rules, limits, sampling, targetRps, dependsOn, profile, signals, other);
    }

    /** This service with another load to plan hosts for. */
    public ServiceDefinition targeting(double rps) {
        return new ServiceDefinition(pool, rules, limits, sampling, rps, dependsOn, profile, signals, expect);
    }

    /** This service with other rules. */
    ServiceDefinition judgedBy(List<RuleSpec> others) {
        return new ServiceDefinition(pool, others, limits, sampling, targetRps, dependsOn, profile, signals, expect);
    }

    public ServiceDefinition {
        Objects.requireNonNull(pool, "pool");
        rules = List.copyOf(rules);
        var ids = new HashSet<String>();
        for (RuleSpec rule : rules) {
            if (!ids.add(rule.id())) {
                throw new IllegalArgumentException("rule " + rule.id() + " is there twice");
            }
        }
        // a definition that was stored before dependencies existed has none
        dependsOn = dependsOn == null ? List.of() : List.copyOf(dependsOn);
        // a definition that was stored before profiles existed has the default profile
        profile = profile == null ? USUAL_PROFILE : profile;
        if (SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
        // a definition that was stored before signals existed has none of its own
        signals = signals == null ? List.of() : List.copyOf(signals);
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(sampling, "sampling");
        if (targetRps != null && !(targetRps > 0 && Double.isFinite(targetRps))) {
            throw new IllegalArgumentException("targetRps " + targetRps + " is not above zero");
        }
    }

    /** How many evaluations must fail before the most tolerant rule takes effect; at least 1. */
    public int mostFailures() {
        return rules.stream()
                .filter(rule -> rule.onFail() != OnFail.REPORT)
                .mapToInt(rule -> rule.failFor().failed())
                .max()
                .orElse(1);
    }

    /** The service's name, which is also the name of its pool. */
    public String name() {
        return pool.name();
    }
}
