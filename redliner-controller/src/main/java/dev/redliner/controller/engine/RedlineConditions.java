package dev.redliner.controller.engine;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.ServiceDefinition;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The conditions under which a redline was, or is to be, measured. Redlines under equal conditions can stand for one
 * another.
 *
 * @param tier how the traffic is shifted
 * @param sut the hosts of the SUT
 * @param limits the conditions of the rules that make a run back off. The window of a rule, and how often it may fail,
 *     do not matter
 */
public record RedlineConditions(Tier tier, List<String> sut, Set<String> limits) {
    public RedlineConditions {
        sut = List.copyOf(sut);
        limits = Set.copyOf(limits);
    }

    public static RedlineConditions of(ServiceDefinition service) {
        Set<String> limits = service.rules().stream()
                .filter(rule -> rule.onFail() == OnFail.BACK_OFF)
                .map(RuleSpec::pass)
                .map(String::strip)
                .collect(Collectors.toSet());
        return new RedlineConditions(service.pool().tier(), service.pool().sut(), limits);
    }
}
