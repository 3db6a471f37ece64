package dev.redliner.service;

import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.CompiledRule;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.rules.RuleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the section {@code rules:}, and compiles each rule so that mistakes are found when the service is saved. */
final class RulesSection {
    private static final Set<String> KEYS = Set.of("id", "pass", "window", "minSamples", "failFor", "onFail");
    private static final Map<String, OnFail> ON_FAIL =
            Map.of("back-off", OnFail.BACK_OFF, "stop", OnFail.STOP, "report", OnFail.REPORT);
    private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(30);
    private static final Duration LONGEST_WINDOW = Duration.ofHours(1);
    private static final int MOST = 50;

    /** A limit, because the analyzer keeps one and a half windows of samples of each host. */
    private static final int MOST_SAMPLES = 3_000;

    private final Set<String> ids = new HashSet<>();
    private final Sampling sampling;

    private RulesSection(Sampling sampling) {
        this.sampling = sampling;
    }

    static List<RuleSpec> read(YamlValue value, Sampling sampling) {
        RulesSection section = new RulesSection(sampling);
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
        Optional<YamlMap> read = item.map(KEYS, "id and pass");
        if (read.isEmpty()) {
            return Optional.empty();
        }
        YamlMap map = read.get();
        Optional<String> id =
                map.required("id", "a name that is unique in the service").flatMap(this::id);
        Optional<YamlValue> pass = map.required("pass", "the expression that is true while all is well");
        Optional<String> expression = pass.flatMap(it -> it.text("an expression, in quotes"));
        Duration window = map.value("window").flatMap(this::window).orElse(DEFAULT_WINDOW);
        Optional<Long> wanted = map.value("minSamples").flatMap(YamlValue::count);
        FailFor failFor = map.value("failFor")
                .flatMap(it -> it.parsed(Quantities::failFor, "of the form 'n of m'", "such as 2 of 3"))
                .orElse(FailFor.ONCE);
        OnFail onFail = map.value("onFail").flatMap(it -> it.oneOf(ON_FAIL)).orElse(OnFail.BACK_OFF);
        if (expression.isEmpty() || pass.isEmpty()) {
            return Optional.empty();
        }
        var spec = new RuleSpec(id.orElse("unnamed"), expression.get(), window, wanted.orElse(0L), failFor, onFail);
        Optional<CompiledRule> compiled = compiled(spec, pass.get());
        return compiled.filter(it -> id.isPresent()).map(it -> wanted.isPresent() ? spec : meaningful(it));
    }

    /** Sets the default of minSamples, with which a rule is UNKNOWN until its percentile is meaningful. */
    private static RuleSpec meaningful(CompiledRule rule) {
        RuleSpec spec = rule.spec();
        return new RuleSpec(
                spec.id(), spec.pass(), spec.window(), rule.meaningfulSamples(), spec.failFor(), spec.onFail());
    }

    private Optional<String> id(YamlValue value) {
        Optional<String> id = value.text("such as p99");
        id.filter(it -> !it.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}"))
                .ifPresent(it -> value.problem("'" + it + "' is not a rule id", "letters, digits, '.', '_' and '-'"));
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

    private static Optional<CompiledRule> compiled(RuleSpec rule, YamlValue pass) {
        try {
            return Optional.of(RuleCompiler.compile(rule));
        } catch (RuleException e) {
            ScalarNode scalar = (ScalarNode) pass.node();
            DocumentProblems findings = pass.findings();
            e.problems()
                    .forEach(problem -> findings.at(
                            findings.source().index(scalar, problem.offset()),
                            pass.pointer(),
                            problem.message(),
                            null));
            return Optional.empty();
        }
    }
}
