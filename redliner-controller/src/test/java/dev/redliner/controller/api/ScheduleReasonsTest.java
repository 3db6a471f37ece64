package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.ScheduleOverviews;
import dev.redliner.controller.service.ServiceDocuments;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** What is foreseen of a firing, from the runs, the lever and the traffic as they are stored. */
class ScheduleReasonsTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    private ApiServer server;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        server = new ApiServer();
        http = new Http(server.url());
        String yaml = "application/yaml";
        http.send("PUT", "/api/v1/services/checkout", ServiceDocuments.CHECKOUT, "Content-Type", yaml);
        String hourly = "schedule: hourly\nservice: checkout\ncron: \"0 * * * *\"\nzone: UTC\ncooldown: 6h\n";
        assertThat(http.send("PUT", "/api/v1/schedules/hourly", hourly, "Content-Type", yaml)
                        .statusCode())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void ended(String id, RunState state, Duration ago, @Nullable RedlineReport redline) {
        Instant at = now.minus(ago);
        var summary = new RunSummary(id, "checkout", state, null, at.minusSeconds(600), at, redline, null);
        server.part(JdbcClient.class)
                .sql(
                        "insert into run (id, service, token, state, started_at, started_by, ended_at, definition, summary)"
                                + " values (?, 'checkout', 1, ?, ?, 'ana', ?, '', ?)")
                .params(
                        id,
                        state.name(),
                        at.minusSeconds(600).atOffset(ZoneOffset.UTC),
                        at.atOffset(ZoneOffset.UTC),
                        JsonMapper.builder().build().writeValueAsString(summary))
                .update();
    }

    private ScheduleOverview overview() {
        return server.part(ScheduleOverviews.class).find("hourly", now, 1).orElseThrow();
    }

    private PlannedFiring next() {
        return overview().next().get(0);
    }

    @Test
    void without_runs_nothing_is_in_the_way() {
        assertThat(next().fate()).isEqualTo(PlannedFiring.Fate.RUNS);
        assertThat(overview().warning()).isEmpty();
    }

    @Test
    void the_end_of_the_last_run_begins_a_cooldown_but_not_that_of_a_refused_one() {
        ended("checkout-2", RunState.REFUSED, Duration.ofMinutes(10), null);
        assertThat(next().fate()).isEqualTo(PlannedFiring.Fate.RUNS);
        ended("checkout-1", RunState.COMPLETED, Duration.ofMinutes(70), null);
        assertThat(next().reason()).contains("and the cooldown is 360 min.");
        assertThat(next().fate()).isEqualTo(PlannedFiring.Fate.SKIPPED);
    }

    @Test
    void runs_without_a_result_count_until_one_completes() {
        ended("checkout-1", RunState.INCONCLUSIVE, Duration.ofHours(20), null);
        ended("checkout-2", RunState.COMPLETED, Duration.ofHours(15), null);
        for (int i = 3; i < 8; i++) {
            ended("checkout-" + i, RunState.INTERRUPTED, Duration.ofHours(14).minusMinutes(i), null);
        }
        // 30 min doubled four times are 8 h, and the last of them ended 14 h ago
        assertThat(next().fate()).isEqualTo(PlannedFiring.Fate.RUNS);
        ended("checkout-8", RunState.INCONCLUSIVE, Duration.ofHours(9), null);
        assertThat(next().reason()).startsWith("6 runs in a row ended without a result, so none begins before ");
    }

    @Test
    void an_engaged_lever_is_foreseen() {
        server.part(SafetyLever.class).engage("ana", "incident");
        assertThat(next().fate()).isEqualTo(PlannedFiring.Fate.WAITS);
        assertThat(next().reason()).startsWith("The safety lever is engaged by ana since ");
    }

    @Test
    void too_little_traffic_at_the_hour_of_the_next_firing_is_warned_of() {
        // without a redline no traffic is read, which would be kept for some seconds
        Instant hour = next().dueAt().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofDays(1));
        ended(
                "checkout-1",
                RunState.COMPLETED,
                Duration.ofHours(20),
                new RedlineReport(500, 480, 520.0, 470, "p99", false));
        store(hour);

        assertThat(overview().warning())
                .contains("the traffic was 100 rps in the last 7 days. The SUT can get 60.0 rps of it, and a run needs"
                        + " 575 rps to reach the last redline. No hour has enough.");
    }

    @Test
    void too_little_traffic_for_the_least_of_a_redline_is_warned_of() {
        Instant hour = next().dueAt().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofDays(1));
        ended(
                "checkout-1",
                RunState.COMPLETED,
                Duration.ofHours(20),
                new RedlineReport(500, 480, null, 470, null, true));
        store(hour);

        assertThat(overview().warning()).contains("a run needs 575 rps to reach the last redline.");
    }

    /** An hour of 100 requests a second, as it was stored by a controller of yesterday. */
    private void store(Instant hour) {
        server.part(JdbcClient.class)
                .sql("insert into traffic_hour (pool, hour_start, seconds, slots) values ('checkout', ?, 300, ?)")
                .params(hour.atOffset(ZoneOffset.UTC), "0:30000:100:300")
                .update();
    }
}
