package dev.redliner.analyzer.report;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when a rule's outcome changes, not at each tick. */
final class BreachLog {
    private static final Logger log = LoggerFactory.getLogger(BreachLog.class);
    private static final int MOST = 10_000;

    private final Map<String, Outcome> last = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Outcome> eldest) {
            return size() > MOST;
        }
    };

    synchronized void on(Verdict verdict) {
        log.debug("run={} pool={} judged at={}", verdict.run(), verdict.pool(), verdict.at());
        for (RuleVerdict rule : verdict.rules()) {
            Outcome before = last.put(verdict.run() + "/" + rule.rule(), rule.outcome());
            if (before != rule.outcome() && !(before == null && rule.outcome() == Outcome.PASS)) {
                log(verdict, rule);
            }
        }
    }

    private static void log(Verdict verdict, RuleVerdict rule) {
        switch (rule.outcome()) {
            case PASS -> log.info("run={} pool={} rule={} passes", verdict.run(), verdict.pool(), rule.rule());
            case FAIL ->
                log.info(
                        "run={} pool={} breached rule={} {}; {} {}",
                        verdict.run(),
                        verdict.pool(),
                        rule.rule(),
                        values(rule),
                        rule.failing() ? "failing," : "not failing yet,",
                        rule.onFail());
            case UNKNOWN ->
                log.info(
                        "run={} pool={} rule={} unknown: {}",
                        verdict.run(),
                        verdict.pool(),
                        rule.rule(),
                        rule.reason());
        }
    }

    private static String values(RuleVerdict rule) {
        return rule.criteria().stream()
                .map(criterion -> criterion.metric() + (criterion.host() == null ? "" : "@" + criterion.host()) + "="
                        + value(criterion.value()) + " limit=" + value(criterion.limit()))
                .collect(Collectors.joining(" "));
    }

    private static String value(@Nullable Double value) {
        return value == null ? "unknown" : String.format(Locale.ROOT, "%.4g", value);
    }
}
