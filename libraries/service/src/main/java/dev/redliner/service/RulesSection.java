package dev.redliner.service;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.rules.RuleException;
import dev.redliner.rules.RuleProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code rules:}, and compiles each rule so that mistakes are found when the service is saved. */
final class RulesSection {
    private static final Set<String> KEYS =
            Set.of("id", "pass", "metric", "max", "min", "window", "minSamples", "failFor", "clearFor", "onFail");
    private static final Map<String, OnFail> ON_FAIL =
            Map.of("back-off", OnFail.BACK_OFF, "stop", OnFail.STOP, "report", OnFail.REPORT);
    private static final String OF = "of the form 'n of m'";
    static final Duration LONGEST_WINDOW = Duration.ofHours(1);
    private static final int MOST = 50;

    /** A limit, because the analyzer keeps one and a half windows of samples of each host. */
    static final int MOST_SAMPLES = 3_000;

    private final Set<String> ids = new HashSet<>();
    private final Sampling sampling;
    private final List<Dependency> dependencies;

    private RulesSection(Sampling sampling, List<Dependency> dependencies) {
        this.sampling = sampling;
        this.dependencies = dependencies;
    }

    static List<RuleSpec> read(YamlValue value, Sampling sampling, List<Dependency> dependencies) {
        RulesSection section = new RulesSection(sampling, dependencies);
        List<YamlValue> items = value.list(false, "such as [{id: p99, pass: 'latency.p99 <= duration(\"200ms\")'}]")
                .orElse(List.of());
        if (items.size() > MOST) {
            value.problem(items.size() + " rules", "at most " + MOST);
            return List.of();
        }
        List<RuleSpec> rules = new ArrayList<>();
        items.forEach(item -> section.rule(item).ifPresent(rules::add));
        boolean all = rules.size() == items.size();
        if (all && rules.stream().noneMatch(rule -> rule.onFail() == OnFail.BACK_OFF)) {
            value.problem("no rule has onFail: back-off", "the redline is the load at which such a rule gives out");
        }
        return rules;
    }

    private Optional<RuleSpec> rule(YamlValue item) {
        Optional<YamlMap> read = item.map(KEYS, "id and pass, or metric with max or min");
        if (read.isEmpty()) {
            return Optional.empty();
        }
        YamlMap map = read.get();
        Optional<RuleCondition> condition = RuleCondition.read(map);
        Optional<String> id = map.value("id")
                .or(() -> map.value("metric"))
                .or(() -> map.required("id", "a name that is unique in the service"))
                .flatMap(this::id);
        Duration window = map.value("window").flatMap(this::window).orElse(RuleDefaults.WINDOW);
        Optional<Long> wanted = map.value("minSamples").flatMap(YamlValue::count);
        FailFor failFor = map.value("failFor")
                .flatMap(it -> it.parsed(Quantities::failFor, OF, "such as 2 of 3"))
                .orElse(RuleDefaults.FAIL_FOR);
        ClearFor clearFor = map.value("clearFor")
                .flatMap(it -> it.parsed(Quantities::clearFor, OF, "such as 3 of 3"))
                .orElse(ClearFor.after(failFor));
        Optional<OnFail> onFail = map.value("onFail").flatMap(it -> it.oneOf(ON_FAIL));
        return condition.flatMap(it -> {
            var spec = new RuleSpec(
                    id.orElse("unnamed"),
                    it.expression(),
                    window,
                    wanted.orElse(0L),
                    failFor,
                    clearFor,
                    onFail.orElse(RuleDefaults.ON_FAIL));
            return compiled(spec, it)
                    .filter(rule -> id.isPresent())
                    .map(rule -> spec.with(
                            // with the default, a rule is UNKNOWN until its percentile is meaningful
                            wanted.orElseGet(rule::meaningfulSamples), onFail.orElseGet(() -> defaultOnFail(rule))));
        });
    }

    /** Less load on the SUT hardly relieves a dependency: it serves the whole pool, whose load stays the same. */
    private static OnFail defaultOnFail(CompiledRule rule) {
        return rule.readsOnlyDependencies() ? OnFail.STOP : OnFail.BACK_OFF;
    }

    private Optional<String> id(YamlValue value) {
        Optional<String> id = value.text("such as p99");
        id.filter(it -> !it.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}"))
                .ifPresent(it -> value.problem(
                        "'" + it + "' is not a rule id",
                        "at most 63 letters, digits, '.', '_' and '-'; without an id, a rule has that of its metric"));
        id.filter(it -> !ids.add(it))
                .ifPresent(it -> value.problem("rule '" + it + "' is there twice", "each id once"));
        return id;
    }

    private Optional<Duration> window(YamlValue value) {
        Optional<Duration> window = value.duration();
        window.filter(it -> it.compareTo(Duration.ofSeconds(1)) < 0 || it.compareTo(LONGEST_WINDOW) > 0)
                .ifPresent(it -> value.problem("a window is 1s to 1h long", "such as 30s"));
        Duration longest = sampling.nearRedline().multipliedBy(MOST_SAMPLES);
        window.filter(it -> it.compareTo(LONGEST_WINDOW) <= 0 && it.compareTo(longest) > 0)
                .ifPresent(it -> value.problem(
                        "a window has at most " + MOST_SAMPLES + " samples, and this one would have "
                                + it.toMillis() / sampling.nearRedline().toMillis(),
                        "at most " + longest.toSeconds() + "s, or a sampling.nearRedline of at least "
                                + (it.toMillis() + MOST_SAMPLES - 1) / MOST_SAMPLES + "ms"));
        return window.filter(it -> !it.isZero());
    }

    private Optional<CompiledRule> compiled(RuleSpec rule, RuleCondition condition) {
        try {
            CompiledRule compiled = RuleCompiler.compile(rule);
            compiled.ofDependencies().forEach(metric -> WatchedDependencies.missing(metric, dependencies)
                    .ifPresent(message -> condition.report(
                            RuleProblem.at(rule.pass(), Math.max(0, rule.pass().indexOf(metric.name())), message))));
            return Optional.of(compiled);
        } catch (RuleException e) {
            e.problems().forEach(condition::report);
            return Optional.empty();
        }
    }
}
