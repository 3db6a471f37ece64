package dev.redliner.controller.run.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.watch.OnFail;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhrasesTest {
    private static String seen(String metric, double value) {
        var criterion = new Criterion(Criterion.Kind.OTHER, metric, "rule", value, 1.0, 0, 0, 0, null, null);
        return Phrases.of(new RuleVerdict("r", Outcome.FAIL, true, OnFail.STOP, List.of(criterion), null));
    }

    @Test
    void a_broken_rule_has_its_value_in_the_unit_of_its_metric() {
        assertThat(seen("latency.p99", 0.3124)).isEqualTo("rule (is 312 ms)");
        assertThat(seen("latency.p99", 0.0054)).isEqualTo("rule (is 5.4 ms)");
        assertThat(seen("error_rate", 0.01234)).isEqualTo("rule (is 1.23%)");
        assertThat(seen("pool.error_rate - baseline.pool.error_rate", 0.25)).isEqualTo("rule (is 25%)");
        assertThat(seen("host.cpu", 0.9712)).isEqualTo("rule (is 97.1%)");
        assertThat(seen("pool.errors", 25)).isEqualTo("rule (is 25)");
        assertThat(seen("ratio(latency.p50, peers.latency.p50)", 2.34567)).isEqualTo("rule (is 2.346)");
    }

    @Test
    void shares_are_rounded_for_people() {
        Share share = Share.ofFraction(0.507391);
        assertThat(EndMessages.notConfirmed(share, Duration.ofSeconds(10)))
                .isEqualTo("Not every Envoy confirmed the share of 50.7% within 10 s.");
        assertThat(ProgressMessages.shareFollows(400, Share.ofFraction(0.2), share))
                .contains("is now 50.7% of the traffic instead of 20%, because");
        assertThat(EndMessages.harmBudgetUsedUp(0.0025)).contains("of 0.25% is used up");
        assertThat(EndMessages.harmBudgetUsedUp(0)).contains("of 0% is used up");
    }
}
