package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.controller.schedule.Deploy;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.TrafficSlot;
import dev.redliner.service.ServiceYaml;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceChartsTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Instant MIDNIGHT = Instant.parse("2026-11-20T00:00:00Z");

    @Test
    void the_needed_load_is_what_the_highest_share_needs_to_go_beyond_the_redline() throws Exception {
        // 1.15 * 120 / 60%
        assertThat(DayChart.needed(pool(), redline(120, 126.0))).isEqualTo(230.0);
        assertThat(DayChart.needed(pool(), redline(120, 180.0)))
                .as("few requests")
                .isEqualTo(230.0);
        assertThat(DayChart.needed(pool(), redline(110, null))).isNull();
    }

    @Test
    void an_hour_of_the_day_has_the_median_of_its_days() throws Exception {
        List<TrafficSlot> slots = new ArrayList<>();
        for (int day = 0; day < 3; day++) {
            slots.add(slot(day, 3, 100 * (day + 1)));
            slots.add(slot(day, 15, 300));
        }
        DayChart chart = DayChart.of(slots, pool(), redline(120, 130.0), UTC).orElseThrow();
        assertThat(chart.hours())
                .extracting(DayChart.Hour::title)
                .containsExactly("03:00 UTC: median 200 rps of 3 days", "15:00 UTC: median 300 rps of 3 days");
        assertThat(chart.hours()).extracting(DayChart.Hour::enough).containsExactly(false, true);
        assertThat(chart.words()).isEqualTo("1 of 2 known hours reach the 230 rps that a run needs.");
    }

    @Test
    void the_hours_are_those_of_the_reader() throws Exception {
        List<TrafficSlot> slots = List.of(slot(0, 3, 100), slot(0, 23, 300));
        assertThat(DayChart.of(slots, pool(), null, ZoneId.of("Asia/Kolkata"))
                        .orElseThrow()
                        .hours())
                .extracting(DayChart.Hour::title)
                .containsExactly(
                        "04:00 Asia/Kolkata: median 300 rps of 1 day", "08:00 Asia/Kolkata: median 100 rps of 1 day");
    }

    @Test
    void the_days_are_those_of_the_reader() {
        // 23:00 of the 20th in UTC is 00:00 of the 21st in Berlin
        List<TrafficSlot> slots = List.of(slot(0, 12, 200), slot(0, 23, 300));
        assertThat(PeakTraffic.daily(slots, UTC)).hasSize(1);
        assertThat(PeakTraffic.daily(slots, ZoneId.of("Europe/Berlin")))
                .extracting(PeakTraffic.Peak::rps)
                .containsExactly(200.0, 300.0);
    }

    @Test
    void without_traffic_there_is_no_chart() throws Exception {
        assertThat(DayChart.of(List.of(), pool(), null, UTC)).isEmpty();
    }

    @Test
    void the_trend_has_the_completed_runs_with_a_redline() {
        List<RunSummary> runs = List.of(
                run(3, RunState.COMPLETED, redline(130, null)),
                run(2, RunState.ABORTED, redline(90, 100.0)),
                run(1, RunState.COMPLETED, redline(110, 120.0)));
        TrendChart chart = TrendChart.of(runs, List.of(), UTC).orElseThrow();
        assertThat(chart.points()).extracting(TrendChart.Point::run).containsExactly("checkout-1", "checkout-3");
        assertThat(chart.points()).extracting(TrendChart.Point::atLeast).containsExactly(false, true);
        assertThat(chart.points().get(0).x()).isLessThan(chart.points().get(1).x());
        assertThat(chart.points().get(0).y())
                .isGreaterThan(chart.points().get(1).y());
        assertThat(TrendChart.of(runs.subList(0, 2), List.of(), UTC)).isEmpty();
    }

    @Test
    void the_trend_marks_the_deploys_since_its_first_run() {
        List<RunSummary> runs = List.of(
                run(3, RunState.COMPLETED, redline(130, null)), run(1, RunState.COMPLETED, redline(110, 120.0)));
        Instant first = runs.get(1).startedAt();
        Instant last = runs.get(0).startedAt();
        List<Deploy> deploys = List.of(
                deploy("3", last.plusSeconds(60)),
                deploy("2", first.plus(Duration.between(first, last).dividedBy(2))),
                deploy("1", first.minusSeconds(60)));
        TrendChart chart = TrendChart.of(runs, deploys, UTC).orElseThrow();
        assertThat(chart.deploys())
                .extracting(Curve.Mark::text)
                .satisfiesExactly(it -> assertThat(it).startsWith("Version 3 was"), it -> assertThat(it)
                        .startsWith("Version 2 was"));
        assertThat(chart.deploys().get(0).at())
                .isGreaterThanOrEqualTo(chart.points().get(1).x());
        assertThat(chart.deploys().get(1).at())
                .isBetween(chart.points().get(0).x(), chart.points().get(1).x());
    }

    @Test
    void peaks_are_shown_against_the_safe_capacity_of_their_time() {
        List<RunSummary> runs = List.of(
                run(3, RunState.COMPLETED, redline(90, 100.0)),
                run(2, RunState.ABORTED, redline(10, 20.0)),
                run(1, RunState.COMPLETED, redline(110, 120.0)));
        // 3 hosts: 300 rps are safe from day 1 on, 240 from day 3 on
        List<TrafficSlot> slots =
                List.of(slot(0, 12, 900), slot(1, 12, 250), slot(2, 12, 310), slot(2, 13, 290), slot(3, 12, 250));
        Instant now = MIDNIGHT.plus(Duration.ofDays(3)).plus(Duration.ofHours(18));
        CapacityChart chart = CapacityChart.of(runs, 3, PeakTraffic.daily(slots, UTC), now, UTC)
                .orElseThrow();
        assertThat(chart.peaks())
                .extracting(CapacityChart.Day::title)
                .containsExactly(
                        "21 Nov: peak 250 rps",
                        "22 Nov: peak 310 rps, above the safe capacity of 300",
                        "23 Nov: peak 250 rps, above the safe capacity of 240");
        assertThat(chart.words()).isEqualTo("The peak was above the safe capacity on 2 of 3 days.");
        assertThat(chart.redlines())
                .extracting(TrendChart.Point::title)
                .containsExactly("checkout-1: 3 × 110 rps, safe 300 rps", "checkout-3: 3 × 90.0 rps, safe 240 rps");
        assertThat(chart.safe()).hasSize(2);
        assertThat(chart.safe().get(0).to()).isEqualTo(chart.safe().get(1).from());
        assertThat(chart.safe().get(0).y()).isLessThan(chart.safe().get(1).y());
    }

    @Test
    void a_lower_bound_shows_no_peak_that_was_too_high() {
        List<TrafficSlot> slots = List.of(slot(1, 12, 400), slot(2, 12, 200));
        CapacityChart chart = CapacityChart.of(
                        List.of(run(1, RunState.COMPLETED, redline(110, null))),
                        3,
                        PeakTraffic.daily(slots, UTC),
                        MIDNIGHT.plus(Duration.ofDays(2)),
                        UTC)
                .orElseThrow();
        assertThat(chart.peaks()).extracting(CapacityChart.Day::title).contains("21 Nov: peak 400 rps");
        assertThat(chart.words())
                .isEqualTo(
                        "The peak was above the safe capacity on 0 of 1 day. On 1 day the peak was above what the last"
                                + " run showed, which is a lower bound.");
    }

    @Test
    void a_redline_that_is_older_than_the_chart_still_counts() {
        Instant now = MIDNIGHT.plus(CapacityChart.SPAN).plus(Duration.ofDays(10));
        var peak = new PeakTraffic.Peak(350, now.minusSeconds(3_600));
        CapacityChart chart = CapacityChart.of(
                        List.of(run(1, RunState.COMPLETED, redline(110, 120.0))), 3, List.of(peak), now, UTC)
                .orElseThrow();
        assertThat(chart.redlines()).isEmpty();
        assertThat(chart.safe()).hasSize(1);
        assertThat(chart.words()).isEqualTo("The peak was above the safe capacity on 1 of 1 day.");
    }

    @Test
    void without_hosts_a_redline_or_a_peak_there_is_no_chart_of_the_capacity() {
        Instant now = MIDNIGHT.plus(Duration.ofDays(2));
        List<RunSummary> runs = List.of(run(1, RunState.COMPLETED, redline(110, 120.0)));
        var peak = new PeakTraffic.Peak(350, now);
        assertThat(CapacityChart.of(runs, 0, List.of(peak), now, UTC)).isEmpty();
        assertThat(CapacityChart.of(List.of(), 3, List.of(peak), now, UTC)).isEmpty();
        assertThat(CapacityChart.of(runs, 3, List.of(), now, UTC)).isEmpty();
    }

    private static Deploy deploy(String version, Instant at) {
        return new Deploy("ci", version, "checkout", version, at, at, "ci");
    }

    private static TrafficSlot slot(int day, int hour, int rps) {
        Instant start = MIDNIGHT.plus(Duration.ofDays(day)).plus(Duration.ofHours(hour));
        return new TrafficSlot(start, 300L * rps, rps, 300);
    }

    private static Pool pool() throws Exception {
        return ServiceYaml.parse(null, OverviewPages.EXAMPLE).pool();
    }

    private static RedlineReport redline(double rps, Double high) {
        return new RedlineReport(rps, rps - 10, high, rps - 10, "slo", high == null);
    }

    private static RunSummary run(int number, RunState state, RedlineReport redline) {
        Instant at = MIDNIGHT.plus(Duration.ofDays(number));
        return new RunSummary("checkout-" + number, "checkout", state, null, at, at.plusSeconds(180), redline, null);
    }
}
