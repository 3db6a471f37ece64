package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Background;
import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Prior;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.RedlinePosterior;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConclusionTest {
    private static final double REDLINE = 1_000;
    private static final double HIGHEST = 3_000;
    private static final String WHY = "The time is used up.";
    private static final PowerLawHost HOST = new PowerLawHost(REDLINE, 15);

    private final List<ProbeResult> evidence = List.of(
            HOST.probe(Stage.BASELINE, 400, 15),
            HOST.probe(Stage.RAMP, 900, 100),
            HOST.probe(Stage.RAMP, 1_050, 100),
            HOST.probe(Stage.CONFIRM, 980, 100));
    private final RedlinePosterior known = posterior(Background.NONE);

    private RedlinePosterior posterior(Background background) {
        return RedlinePosterior.upTo(HIGHEST, evidence, background).around(HIGHEST);
    }

    private ProbeHistory probes() {
        ProbeHistory probes = ProbeHistory.NONE;
        for (ProbeResult probe : evidence) {
            probes = probes.with(probe);
        }
        return probes;
    }

    private Plan end(boolean ramping) {
        return Conclusion.of(known, probes(), HIGHEST, ramping, WHY);
    }

    @Test
    void the_redline_is_a_quantile_below_the_median_in_an_interval_that_reaches_farther_down() {
        Redline redline = Conclusion.redline(known);
        assertThat(redline.rps()).isEqualTo(known.quantile(0.31)).isCloseTo(REDLINE, within(0.05 * REDLINE));
        assertThat(redline.low()).isCloseTo(0.975 * known.quantile(0.02), within(1e-9));
        assertThat(redline.high()).isCloseTo(0.99 * known.quantile(0.975), within(1e-9));
        assertThat(redline.safe()).isCloseTo(0.985 * known.quantile(0.05), within(1e-9));
        assertThat(redline.limitingRule()).isEqualTo("p99");
    }

    @Test
    void a_narrow_interval_after_the_ramp_is_a_result() {
        assertThat(end(false)).isEqualTo(new Plan.Done(Conclusion.redline(known), WHY));
    }

    @Test
    void a_ramp_is_no_result() {
        assertThat(end(true)).isEqualTo(new Plan.GivenUp(Reasons.notReached(WHY)));
    }

    @Test
    void a_wide_interval_is_a_result_only_if_few_requests_were_seen() {
        assertThat(ofRequests(SearchSettings.TOO_FEW_TO_COUNT - 1)).isInstanceOf(Plan.Done.class);
        assertThat(ofRequests(SearchSettings.TOO_FEW_TO_COUNT)).isInstanceOf(Plan.GivenUp.class);
    }

    @Test
    void a_redline_above_all_the_load_needs_a_long_probe_at_all_of_it() {
        double highest = 500;
        RedlinePosterior above = RedlinePosterior.upTo(highest, evidence.subList(0, 1), Background.NONE);
        ProbeHistory baseline = ProbeHistory.NONE.with(evidence.get(0));
        assertThat(Conclusion.of(above, baseline, highest, false, WHY))
                .isEqualTo(new Plan.GivenUp(Reasons.topNotConfirmed(WHY, highest)));
        ProbeResult partly = longProbe(490, 560);
        assertThat(Conclusion.of(above.with(partly), baseline.with(partly), highest, false, WHY))
                .as("there was more traffic meanwhile")
                .isEqualTo(new Plan.GivenUp(Reasons.topNotConfirmed(WHY, highest)));
        ProbeResult top = longProbe(490, 520);
        ProbeResult cutOff = endedByRule(top);
        assertThat(Conclusion.of(above.with(cutOff), baseline.with(cutOff), highest, false, WHY))
                .as("a rule ended it")
                .isEqualTo(new Plan.GivenUp(Reasons.topNotConfirmed(WHY, highest)));
        ProbeResult lower = longProbe(460, 500);
        Plan confirmed =
                Conclusion.of(above.with(top).with(lower), baseline.with(top).with(lower), highest, false, WHY);
        Redline redline = ((Plan.Done) confirmed).redline();
        assertThat(redline.atLeast()).isTrue();
        assertThat(redline.rps()).isEqualTo(490);
        assertThat(redline.high()).isInfinite();
        assertThat(redline.limitingRule()).isNull();
        assertThat(redline.safe()).isLessThanOrEqualTo(490.0);
    }

    private static ProbeResult endedByRule(ProbeResult probe) {
        var plan = new Plan.Probe(1, probe.asked(), probe.stage(), "");
        return ProbeResult.of(plan, ProbeResult.Outcome.OPEN, false, null, "p99", probe.seconds());
    }

    /** A long probe that holds, while this load could be brought. */
    private static ProbeResult longProbe(double load, double available) {
        return HOST.probe(Stage.CONFIRM, load, 45, ProbeResult.Outcome.GOOD, second -> second.available(available));
    }

    @Test
    void the_result_of_an_earlier_run_is_no_measurement_of_this_one() {
        var prior = new Background(new Prior(REDLINE, 0.05), List.of());
        assertThat(Conclusion.measured(posterior(prior))).isTrue();
        assertThat(Conclusion.measured(RedlinePosterior.upTo(HIGHEST, evidence.subList(0, 1), prior)))
                .isFalse();
    }

    /** The end of a search with an interval of 28%, by the number of requests that it saw. */
    private static Plan ofRequests(int requests) {
        var small = new PowerLawHost(30, 25);
        List<ProbeResult> few = List.of(
                small.probe(Stage.BASELINE, 12, 15),
                small.probe(Stage.RAMP, 27, 400),
                small.probe(Stage.REFINE, 31.5, 400));
        RedlinePosterior wide = RedlinePosterior.upTo(90, few, Background.NONE).around(90);
        assertThat(Conclusion.redline(wide).halfWidth()).isBetween(SearchSettings.WIDEST, SearchSettings.widest(0));
        int seconds = 1_000;
        ProbeHistory seen = ProbeHistory.NONE.with(HOST.probe(Stage.BASELINE, (double) requests / seconds, seconds));
        return Conclusion.of(wide, seen, 90, false, WHY);
    }
}
