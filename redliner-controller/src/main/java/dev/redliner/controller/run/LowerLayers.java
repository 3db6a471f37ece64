package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.message.ProgressMessages;
import java.util.List;
import java.util.Map;

/**
 * The shares that runtime layers of Envoys hold below Redliner's layer. They are the baseline of these Envoys: those of
 * a bootstrap file that was printed for other hosts, or of mode runtime-only.
 */
final class LowerLayers {
    /** Permitted deviation from the declared share, as a fraction of it. A layer may hold whole percents. */
    private static final double SLACK = 0.03;

    private static final String NAME = "/" + MetricNames.BASELINE_SHARE;

    private LowerLayers() {}

    /**
     * Adds a remark about Envoys with another baseline than the declared one. It is no reason to refuse a run: the
     * observed share decides, because one of many Envoys may have little traffic.
     */
    static void remark(RunDraft run) {
        Verdict last = run.observations.last();
        if (last == null) {
            return;
        }
        Pool pool = run.facts.pool();
        List<String> others = last.metrics().entrySet().stream()
                .filter(it -> it.getKey().endsWith(NAME) && differs(it.getValue(), pool.baselineShare()))
                .map(LowerLayers::inWords)
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            run.remarks.add(ProgressMessages.remarkOtherBaseline(others, pool.baselineShare(), pool.name()));
        }
    }

    /** A share of users is in whole buckets. */
    private static boolean differs(double share, Share declared) {
        double slack = SLACK * declared.fraction() + 1.0 / Share.BUCKETS;
        return share >= 0 && share <= 1 && Math.abs(share - declared.fraction()) > slack;
    }

    private static String inWords(Map.Entry<String, Double> layer) {
        String name = layer.getKey();
        return name.substring(0, name.length() - NAME.length()) + " (" + Share.ofFraction(layer.getValue()) + ")";
    }
}
