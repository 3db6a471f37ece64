package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The traffic that shows a share at its baseline again. */
public class RestorationTest {
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");
    private static final double SLACK = 0.01;
    private static final double WIDE = 0.03;
    private static final double DISPERSION = 1.5;

    @Test
    void a_share_that_is_still_held_is_never_taken_for_the_baseline() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        int verified = 0;
        int trials = 12_000;
        for (int i = 0; i < trials; i++) {
            double baseline = 0.05 + 0.35 * random.nextDouble();
            double held = Math.min(0.95, baseline * (1.002 + (i % 3 == 0 ? 0.15 : 1.5) * random.nextDouble()));
            double rps = Math.exp(Math.log(50) + Math.log(40) * random.nextDouble());
            Restoration end = watched(random, baseline, held, held, rps, 40);
            verified += end.verified() == null ? 0 : 1;
        }
        System.out.println(verified + " of " + trials + " that hold the last share are called restored");
        assertThat(verified).as("seed %d", seed).isLessThan(trials / 1_000);
    }

    @Test
    void a_share_that_is_back_is_seen_to_be_back_in_seconds() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        int unseen = 0;
        int trials = 2_000;
        double seconds = 0;
        for (int i = 0; i < trials; i++) {
            double baseline = 0.05 + 0.35 * random.nextDouble();
            double held = Math.min(0.95, baseline * (1.5 + random.nextDouble()));
            double rps = Math.exp(Math.log(200) + Math.log(10) * random.nextDouble());
            Restoration end = watched(random, baseline, held, baseline, rps, 60);
            Instant verified = end.verified();
            unseen += verified == null ? 1 : 0;
            seconds += verified == null ? 60 : Duration.between(START, verified).toMillis() / 1e3;
        }
        System.out.println(
                unseen + " of " + trials + " are not seen within 60 s; " + seconds / trials + " s on average");
        assertThat(unseen).as("seed %d", seed).isLessThan(trials / 200);
        assertThat(seconds / trials).isLessThan(10);
    }

    /** The alarm about a restore waits for as long as the traffic favours the baseline. */
    @Test
    void few_requests_favour_the_baseline_that_is_back_and_not_for_long_a_share_that_is_still_held() {
        int trials = 500;
        int verified = 0;
        int favoured = 0;
        int heldFavoured = 0;
        for (int i = 0; i < trials; i++) {
            double held = 0.42 + 0.08 * i / trials;
            Restoration back = watched(new Random(i), 1.0 / 3, held, 1.0 / 3, 20, 30);
            verified += back.verified() == null ? 0 : 1;
            favoured += back.favoursBaseline(START.plusSeconds(30)) ? 1 : 0;
            boolean always = true;
            for (int seconds = 30; seconds <= 45; seconds++) {
                always &= watched(new Random(i), 1.0 / 3, held, held, 20, seconds)
                        .favoursBaseline(START.plusSeconds(seconds));
            }
            heldFavoured += always ? 1 : 0;
        }
        System.out.printf(
                "of %d restores of 20 rps: after 30 s %d are verified, %d undecided; %d undecided until 45 s hold the share%n",
                trials, verified, favoured, heldFavoured);
        assertThat(verified).isLessThan(trials * 9 / 10);
        assertThat(verified + favoured).isGreaterThan(trials * 93 / 100);
        assertThat(heldFavoured).isLessThan(trials / 50);
    }

    @Test
    void neither_no_traffic_nor_a_share_that_was_just_seen_to_be_held_favours_the_baseline() {
        var test = new ShareTest(0.2, 0.4, SLACK, WIDE, DISPERSION);
        Instant now = START.plusSeconds(3);
        Restoration configured = Restoration.begun(START, test).configured(START);
        assertThat(configured.observe(tick(now, 0, 0), now).favoursBaseline(now))
                .isFalse();
        Instant second = now.minusSeconds(1);
        Restoration held = configured.observe(tick(second, 120, 300), second).observe(tick(now, 120, 300), now);
        assertThat(held.seen().poolRequested()).as("the window begins anew").isZero();
        assertThat(held.favoursBaseline(now)).isFalse();
    }

    @Test
    void shares_that_are_too_near_are_said_to_be() {
        var near = new ShareTest(0.10, 0.1015, SLACK, WIDE, DISPERSION);
        assertThat(near.alike()).isTrue();
        assertThat(new ShareTest(0.10, 0.12, SLACK, WIDE, DISPERSION).alike()).isFalse();
        var random = new Random(1);
        Restoration end = watched(random, 0.10, 0.1015, 0.10, 2_000, 110);
        assertThat(end.verified()).isNull();
        assertThat(end.undecided(START.plusSeconds(111))).isTrue();
    }

    @Test
    void too_few_requests_end_it_undecided_only_if_they_speak_for_the_baseline() {
        var random = new Random(2);
        Restoration back = watched(random, 0.10, 0.12, 0.10, 10, 110);
        assertThat(back.verified()).isNull();
        assertThat(back.undecided(START.plusSeconds(111))).isTrue();
        Restoration held = watched(random, 0.10, 0.40, 0.40, 10, 110);
        assertThat(held.undecided(START.plusSeconds(111))).isFalse();
    }

    @Test
    void the_time_it_took_is_by_the_clock_of_the_controller_and_never_negative() {
        var test = new ShareTest(0.10, 0.40, SLACK, WIDE, DISPERSION);
        Restoration restoration = Restoration.begun(START, test).configured(START.plusSeconds(1));
        for (int i = 2; restoration.verified() == null; i++) {
            // the collector's clock is 3 s behind
            Instant arrived = START.plusSeconds(i + 3);
            restoration = restoration.observe(tick(START.plusSeconds(i), 100, 1_000), arrived);
        }
        assertThat(restoration.took()).isEqualTo(Duration.ofSeconds(6));
        Restoration ahead = Restoration.begun(START, test).configured(START.plusSeconds(1));
        // a tick from before the confirmation, by a clock that is 3 s ahead
        ahead = ahead.observe(tick(START.plusSeconds(4), 100, 1_000), START.plusSeconds(1));
        assertThat(ahead.seen().poolRequested()).isZero();
    }

    @Test
    void a_restore_that_lacks_the_counts_of_a_connected_envoy_is_seen_in_part_and_not_verified() {
        var test = new ShareTest(0.10, 0.40, SLACK, WIDE, DISPERSION);
        Restoration begun = Restoration.begun(START, test).configured(START);
        Restoration back = begun;
        Restoration held = begun;
        Restoration quiet = begun;
        for (int i = 1; i <= 99; i++) {
            Instant now = START.plusSeconds(i);
            back = back.observePart(tick(now, 100, 1_000), now);
            held = held.observePart(tick(now, 400, 1_000), now);
            quiet = quiet.observePart(tick(now, 0, 0), now);
            assertThat(back.seenInPart()).as("%d s", i).isEqualTo(i >= 20);
            assertThat(held.seenInPart()).isFalse();
            assertThat(quiet.seenInPart()).isFalse();
        }
        assertThat(back.verified()).isNull();
        boolean noTraffic = quiet.unwitnessed(Duration.ofSeconds(60), START.plusSeconds(99));
        assertThat(noTraffic).as("the Envoy that is not read may have traffic").isFalse();
        Instant last = START.plusSeconds(100);
        quiet = quiet.observePart(tick(last, 0, 0), last);
        assertThat(quiet.seenInPart()).isTrue();
        back = back.observe(tick(last, 100, 1_000), last);
        assertThat(back.seenInPart()).as("the Envoy is read again").isFalse();
    }

    private static Restoration watched(
            Random random, double baseline, double held, double share, double rps, int seconds) {
        Restoration restoration = Restoration.begun(START, new ShareTest(baseline, held, SLACK, WIDE, DISPERSION))
                .configured(START);
        for (int i = 1; i <= seconds && restoration.verified() == null; i++) {
            // arrivals have four times the variance of Poisson arrivals, and half of the requests come in pairs that go
            // the same way, so that the counts have 1.5 times the variance of single draws
            long quarters = Math.max(0, Math.round(rps / 4 + Math.sqrt(rps / 4) * random.nextGaussian()));
            double sut = 2 * binomial(random, quarters, share) + binomial(random, 2 * quarters, share);
            Instant now = START.plusSeconds(i);
            restoration = restoration.observe(tick(now, sut, 4 * quarters), now);
        }
        return restoration;
    }

    private static double binomial(Random random, long count, double part) {
        double variance = count * part * (1 - part);
        if (variance > 30) {
            double drawn = Math.round(count * part + Math.sqrt(variance) * random.nextGaussian());
            return Math.max(0, Math.min(count, drawn));
        }
        int hits = 0;
        for (int i = 0; i < count; i++) {
            hits += random.nextDouble() < part ? 1 : 0;
        }
        return hits;
    }

    public static Tick tick(Instant to, double requested, double pool) {
        return tick(to.minusSeconds(1), to, requested, pool);
    }

    public static Tick tick(Instant from, Instant to, double requested, double pool) {
        return TestTick.of(from, to, requested).pool(pool).tick();
    }
}
