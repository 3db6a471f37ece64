package dev.redliner.analyzer.rule;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.rules.RuleCompiler;
import dev.redliner.rules.RuleException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compiles each rule once: watches are renewed every second and compiling takes a millisecond. */
public final class RuleCache {
    private static final int MOST = 1_000;

    private final Map<RuleSpec, KnownRule> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RuleSpec, KnownRule> eldest) {
            return size() > MOST;
        }
    };

    /** The rules of a watch, in the order of the watch. */
    public List<KnownRule> of(Watch watch) {
        return watch.rules().stream()
                .map(spec -> known.computeIfAbsent(spec, RuleCache::compile))
                .toList();
    }

    private static KnownRule compile(RuleSpec spec) {
        try {
            return new KnownRule.Ready(RuleCompiler.compile(spec));
        } catch (RuleException e) {
            return new KnownRule.Refused(spec, String.valueOf(e.getMessage()));
        }
    }
}
