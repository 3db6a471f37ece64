package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.evidence.PeerBaseline.Spread;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers with failures of two requests in 10,000. They fail as whole page loads of two requests on average. */
class PeersByChanceTest {
    private static final double FAILS = 0.0002;
    private static final double PAGE = 2;
    private static final int BASELINE_SECONDS = 15;
    private static final int RUN_SECONDS = 400;
    private static final int RUNS = 1_000;
    private static final Criterion ERRORS = new Criterion(
            Criterion.Kind.FRACTION, "error_rate", "error_rate <= percent(0.1)", null, 0.001, 0.001, 0, 0, null, null);

    private static Verdict verdict() {
        var rule = new RuleVerdict("errors", Outcome.PASS, false, OnFail.BACK_OFF, List.of(ERRORS), null);
        return Shop.ofRule(rule);
    }

    private static PeerSum peers(double requests, double errors) {
        return new PeerSum(requests, errors, LatencyHistogram.EMPTY, Overdue.NONE);
    }

    private static double failures(Random random, double requests) {
        double failures = 0;
        double mean = requests * FAILS / PAGE;
        for (double at = gap(random); at < mean; at += gap(random)) {
            failures++;
            while (random.nextDouble() < 1 - 1 / PAGE) {
                failures++;
            }
        }
        return failures;
    }

    private static double gap(Random random) {
        return -Math.log(1 - random.nextDouble());
    }

    private static Spread baseline(Random random, double rps) {
        Spread spread = Spread.NONE;
        for (int second = 0; second < BASELINE_SECONDS; second++) {
            spread = spread.plus(rps, failures(random, rps));
        }
        return spread;
    }

    private static boolean alarm(Random random, double rps, boolean ends) {
        Spread spread = baseline(random, rps);
        var normal = new PeerBaseline(Map.of(ERRORS.text(), spread));
        PeerSum before = peers(spread.total(), spread.bad());
        double[] last = new double[5];
        for (int second = 0; second < RUN_SECONDS; second++) {
            last[second % 5] = failures(random, rps);
            double five = last[0] + last[1] + last[2] + last[3] + last[4];
            if (ends
                    ? peers(5 * rps, five).suffer(ERRORS, before)
                    : normal.sharedIncident(verdict(), peers(rps, last[second % 5]))) {
                return true;
            }
        }
        return false;
    }

    private static long alarms(double rps, boolean ends) {
        var random = new Random(Double.doubleToLongBits(rps));
        long alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            alarms += alarm(random, rps, ends) ? 1 : 0;
        }
        return alarms;
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 10, 20, 90, 200, 900, 2_000, 9_000})
    void a_second_is_left_out_by_chance_in_fewer_than_one_run_in_200(double rps) {
        long alarms = alarms(rps, false);
        System.out.println(alarms + " of " + RUNS + " runs left a second out at " + rps + " rps of the peers");
        assertThat(alarms).isLessThanOrEqualTo(RUNS / 200);
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 10, 20, 90, 200, 900, 2_000, 9_000})
    void peers_end_fewer_than_one_run_in_200_by_chance(double rps) {
        long alarms = alarms(rps, true);
        System.out.println(alarms + " of " + RUNS + " runs were ended at " + rps + " rps of the peers");
        assertThat(alarms).isLessThanOrEqualTo(RUNS / 200);
    }

    @ParameterizedTest
    @ValueSource(doubles = {5, 10, 13.5})
    void few_peers_that_fail_all_requests_end_the_run(double rps) {
        var random = new Random(1);
        int ends = 0;
        for (int run = 0; run < 100; run++) {
            Spread spread = baseline(random, rps);
            ends += peers(5 * rps, 5 * rps).suffer(ERRORS, peers(spread.total(), spread.bad())) ? 1 : 0;
        }
        assertThat(ends).isGreaterThanOrEqualTo(95);
    }

    @Test
    void peers_without_a_baseline_do_not_end_a_run_of_a_rule_that_allows_nothing() {
        var nothing = new Criterion(
                Criterion.Kind.FRACTION, "error_rate", "error_rate <= 0.0", null, 0.0, 0.0, 0, 0, null, null);
        assertThat(peers(5, 1).suffer(nothing, peers(0, 0))).isFalse();
    }

    /** A shared incident of this size is detected in its first second, and ends the run after 5 s. */
    @ParameterizedTest
    @CsvSource({"20, 1.0, 0.4", "90, 0.3, 0.09", "900, 0.04, 0.012", "9000, 0.008, 0.004"})
    void a_shared_incident_is_found(double rps, double inOneSecond, double inFive) {
        var random = new Random(1);
        int inOne = 0;
        int ends = 0;
        for (int run = 0; run < 100; run++) {
            Spread spread = baseline(random, rps);
            var normal = new PeerBaseline(Map.of(ERRORS.text(), spread));
            inOne += normal.sharedIncident(verdict(), peers(rps, inOneSecond * rps)) ? 1 : 0;
            PeerSum before = peers(spread.total(), spread.bad());
            ends += peers(5 * rps, inFive * 5 * rps).suffer(ERRORS, before) ? 1 : 0;
        }
        assertThat(inOne).isGreaterThanOrEqualTo(95);
        assertThat(ends).isGreaterThanOrEqualTo(95);
    }
}
