package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.TestSchema;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.schedule.calendar.Occurrence;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Rounds in virtual time on a real database. */
abstract class FiringRoundTest {
    private static final OptionalLong ANY = OptionalLong.empty();
    private static final Instant MIDNIGHT = Instant.parse("2027-01-10T00:00:00Z");

    private final NightRuns runs = new NightRuns(Duration.ofMinutes(10), 4);
    private Instant now = MIDNIGHT;
    private final List<Occurrence> events = new ArrayList<>();
    private long calendarVersion;
    private int woken;
    private JdbcClient jdbc;
    private FiringTable firings;
    private ScheduleCatalog catalog;
    private FiringRound round;

    abstract DataSource database();

    @BeforeEach
    void migrate() {
        TestSchema.recreate(database());
        jdbc = JdbcClient.create(database());
        firings = new FiringTable(jdbc);
        catalog = new ScheduleCatalog(jdbc, () -> now, () -> woken++);
        round = another();
        runs.has("checkout");
        runs.has("till");
    }

    private FiringRound another() {
        return another(new ScheduleReader());
    }

    private FiringRound another(ScheduleReader reader) {
        var transactions = new TransactionTemplate(new JdbcTransactionManager(database()));
        return new FiringRound(jdbc, transactions, reader, runs, runs);
    }

    /** Events of an hour in the calendar {@code days}. */
    private void calendar(String... begins) {
        events.clear();
        for (String begin : begins) {
            LocalDateTime at = LocalDateTime.parse("2027-01-" + begin);
            events.add(new Occurrence(at, at.plusHours(1), Duration.ZERO, ZoneOffset.UTC.getRules(), "Freeze"));
        }
        calendarVersion++;
        round = another(new ScheduleReader(
                name -> name.equals("days") ? List.copyOf(events) : List.of(), () -> calendarVersion));
    }

    @Test
    void a_schedule_fires_at_the_events_of_its_calendar() {
        apply("days", "checkout", "calendar: days\nzone: UTC");
        calendar("10T03:00", "11T04:00");
        assertThat(roundAt("10T02:58")).isEqualTo("2027-01-10T03:00:00Z");
        roundAt("10T03:00");
        roundAt("10T03:05");
        assertThat(kept("days")).containsExactly("2027-01-10T03:00 STARTED checkout-1");
        // the event of the next day is moved ahead, and one is added whose window is still open
        calendar("10T03:00", "10T20:00", "11T01:00");
        roundAt("10T20:10");
        roundAt("11T01:00");
        roundAt("11T04:00");
        assertThat(kept("days"))
                .containsExactly(
                        "2027-01-11T01:00 STARTED checkout-3",
                        "2027-01-10T20:00 STARTED checkout-2",
                        "2027-01-10T03:00 STARTED checkout-1");
    }

    @Test
    void row_30_a_calendar_that_is_read_during_a_round_lets_no_run_begin_without_its_blackouts() {
        nightly("nightly", "checkout", "blackouts: [{calendar: days}]");
        var asked = new AtomicInteger();
        LocalDateTime at = LocalDateTime.parse("2027-01-10T02:40");
        // the calendar becomes known after the schedules were read, which have no events then
        round = another(new ScheduleReader(
                name -> asked.incrementAndGet() == 1
                        ? List.of()
                        : List.of(new Occurrence(
                                at, at.plusHours(1), Duration.ZERO, ZoneOffset.UTC.getRules(), "Freeze")),
                () -> asked.get() == 0 ? 0 : 1));
        assertThat(roundAt("10T02:30")).isEqualTo("2027-01-10T02:30:01Z");
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 WAITING The calendars changed at this moment.");
        roundAt("10T02:31");
        assertThat(runs.begun()).isEmpty();
        assertThat(kept("nightly").get(0)).contains("A blackout (Freeze, calendar days)");
    }

    @Test
    void a_controller_that_starts_later_has_the_pause_of_all_schedules() {
        var pauses = new SchedulePauses(jdbc, () -> now, () -> woken++);
        assertThat(pauses.pause("anna", "a freeze")).isTrue();
        now = MIDNIGHT.plusSeconds(60);
        assertThat(pauses.pause("ben", "another freeze")).isFalse();
        var later = new SchedulePauses(JdbcClient.create(database()), () -> now, () -> woken++);
        assertThat(later.current()).contains(new SchedulePause("anna", "a freeze", MIDNIGHT));
        assertThat(later.resume()).isTrue();
        assertThat(later.resume()).isFalse();
        assertThat(pauses.current()).isEmpty();
        assertThat(woken).as("schedules are looked at again").isEqualTo(4);
    }

    @Test
    void a_firing_that_waits_is_skipped_if_its_event_is_removed() {
        apply("days", "checkout", "calendar: days\nzone: UTC");
        calendar("10T03:00");
        runs.refuse(new RunRefused(RunRefused.Cause.NOT_READY, "not yet", null));
        roundAt("10T03:00");
        assertThat(kept("days")).containsExactly("2027-01-10T03:00 WAITING not yet");
        runs.refuse(null);
        calendar("10T05:00");
        roundAt("10T03:01");
        assertThat(kept("days"))
                .containsExactly("2027-01-10T03:00 SKIPPED The event was removed from the calendar, or moved.");
        roundAt("10T05:00");
        assertThat(runs.begun()).hasSize(1);
    }

    @Test
    void an_event_that_appears_in_a_calendar_ends_a_run_a_minute_before_it_begins() {
        nightly("nightly", "checkout", "blackouts: [{calendar: days}]");
        calendar();
        roundAt("10T02:30");
        run("checkout-1", "schedule nightly", now);
        calendar("10T02:36", "11T02:40");
        assertThat(roundAt("10T02:32")).isEqualTo("2027-01-10T02:35:00Z");
        assertThat(runs.aborted()).isEmpty();
        roundAt("10T02:35");
        assertThat(runs.aborted()).hasSize(1);
        assertThat(runs.aborted().get(0)).contains("a blackout (Freeze, calendar days)");
        roundAt("11T02:30");
        assertThat(kept("nightly").get(0))
                .isEqualTo("2027-01-11T02:30 SKIPPED A blackout (Freeze, calendar days) begins at"
                        + " 2027-01-11T02:40:00Z, and a run may take 16 min.");
    }

    private void apply(String name, String service, String... lines) {
        String text = Schedules.text(name, service, lines);
        try {
            catalog.apply(Schedules.parsed(text), text, ANY, ScheduleCatalog.Author.of("ana"));
        } catch (StaleRevision e) {
            throw new AssertionError(e);
        }
    }

    private void nightly(String name, String service, String... lines) {
        apply(name, service, "cron: \"30 2 * * *\"\nzone: UTC\n" + String.join("\n", lines));
    }

    private Instant roundAt(String time) {
        now = Instant.parse("2027-01-" + time + ":00Z");
        runs.at(now);
        return round.run(now);
    }

    private List<String> kept(String schedule) {
        return firings.past(schedule, Instant.parse("2028-01-01T00:00:00Z"), 100).stream()
                .map(it -> it.slot() + " " + it.state() + " " + (it.run() == null ? it.reason() : it.run()))
                .toList();
    }

    @Test
    void a_schedule_fires_once_a_slot_whatever_the_number_of_rounds() {
        nightly("nightly", "checkout", "profile: gentle");
        assertThat(woken).isEqualTo(1);

        assertThat(roundAt("10T02:28")).isEqualTo("2027-01-10T02:30:00Z");
        assertThat(runs.begun()).isEmpty();
        roundAt("10T02:30");
        roundAt("10T02:31");
        round = another();
        roundAt("10T02:32");

        assertThat(runs.begun())
                .containsExactly(new NightRuns.Begun(
                        "checkout-1", "checkout", "schedule nightly", Instant.parse("2027-01-10T02:30:00Z"), "gentle"));
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 STARTED checkout-1");
        roundAt("11T02:30");
        assertThat(kept("nightly"))
                .containsExactly("2027-01-11T02:30 STARTED checkout-2", "2027-01-10T02:30 STARTED checkout-1");
    }

    private Deploys deploys() {
        var transactions = new TransactionTemplate(new JdbcTransactionManager(database()));
        return new Deploys(jdbc, new ScheduleReader(), transactions, () -> woken++);
    }

    /** Announced at {@code now}. */
    private Deploys.Taken deployed(String id, String service, String version) {
        return deploys().take(new Deploy("ci", id, service, version, now, now, "ci"));
    }

    @Test
    void row_29_an_event_that_is_delivered_five_times_is_one_run_after_the_version_has_settled() {
        apply("after", "checkout", "on: deploy\nsettle: 15m");
        now = Instant.parse("2027-01-10T09:00:20Z");
        assertThat(deployed("e1", "checkout", "1.2.3")).isEqualTo(new Deploys.Taken(false, List.of("after")));
        for (int i = 0; i < 4; i++) {
            assertThat(deployed("e1", "checkout", "1.2.3")).isEqualTo(new Deploys.Taken(true, List.of()));
        }
        assertThat(roundAt("10T09:01")).isEqualTo("2027-01-10T09:06:00Z");
        assertThat(roundAt("10T09:12")).isEqualTo("2027-01-10T09:15:20Z");
        assertThat(runs.begun()).isEmpty();
        roundAt("10T09:16");
        assertThat(runs.begun()).hasSize(1);
        roundAt("10T12:00");
        assertThat(deployed("e1", "checkout", "1.2.3").known()).isTrue();
        roundAt("10T12:30");
        assertThat(runs.begun()).hasSize(1);
        assertThat(kept("after")).containsExactly("2027-01-10T09:15:20 STARTED checkout-1");
        assertThat(firings.past("after", now, 1).get(0).words())
                .isEqualTo("Version 1.2.3 was deployed at 2027-01-10T09:00:20Z.");
    }

    @Test
    void a_newer_deploy_begins_the_settling_again() {
        apply("after", "checkout", "on: deploy\nsettle: 15m");
        apply("of-till", "till", "on: deploy");
        now = Instant.parse("2027-01-10T09:00:00Z");
        deployed("e1", "checkout", "1.2.3");
        now = Instant.parse("2027-01-10T09:10:00Z");
        deployed("e2", "checkout", "1.2.4");
        deployed("e3", "checkout", "1.2.5");
        roundAt("10T09:16");
        assertThat(runs.begun()).isEmpty();
        assertThat(woken).isEqualTo(5);
        roundAt("10T09:25");
        assertThat(kept("after"))
                .containsExactly(
                        "2027-01-10T09:25:01 STARTED checkout-1",
                        "2027-01-10T09:25 OMITTED A newer deploy was announced.",
                        "2027-01-10T09:15 OMITTED A newer deploy was announced.");
        assertThat(kept("of-till")).isEmpty();
    }

    @Test
    void a_deploy_waits_for_the_obstacles_of_its_schedule_and_for_no_controller() {
        apply(
                "after",
                "checkout",
                "on: deploy\nsettle: 0s\nwindow: 2h",
                "blackouts: [{from: \"08:00\", to: \"10:00\"}]");
        now = Instant.parse("2027-01-10T09:00:00Z");
        deployed("e1", "checkout", "");
        roundAt("10T09:00");
        assertThat(kept("after").get(0)).startsWith("2027-01-10T09:00 WAITING A blackout ");
        // all controllers were away until the window is nearly over
        round = another();
        roundAt("10T10:50");
        assertThat(kept("after")).containsExactly("2027-01-10T09:00 STARTED checkout-1");
        now = Instant.parse("2027-01-11T12:00:00Z");
        deployed("e2", "checkout", "");
        roundAt("11T14:01");
        assertThat(kept("after").get(0)).contains("SKIPPED The window ended at 2027-01-11T14:00:00Z.");
    }

    @Test
    void a_schedule_that_was_changed_or_deleted_measures_no_deploy() throws Exception {
        apply("after", "checkout", "on: deploy");
        apply("gone", "checkout", "on: deploy");
        now = Instant.parse("2027-01-10T09:00:00Z");
        deployed("e1", "checkout", "");
        apply("after", "checkout", "cron: \"30 2 * * *\"\nzone: UTC");
        catalog.delete("gone", ANY, ScheduleCatalog.Author.of("ana"));
        roundAt("10T09:16");
        assertThat(runs.begun()).isEmpty();
        assertThat(kept("after"))
                .containsExactly(
                        "2027-01-10T09:15 SKIPPED The schedule was changed, and does not fire after deploys now.");
        assertThat(kept("gone").get(0)).contains("SKIPPED The schedule was deleted");
    }

    @Test
    void the_database_refuses_a_second_firing_of_a_slot() {
        var firing = StoredFiring.waiting(
                "nightly", LocalDateTime.parse("2027-01-10T02:30"), "checkout", now, now.plusSeconds(60), "");
        firings.insert(firing);

        assertThatThrownBy(() -> firings.insert(firing)).isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void of_two_schedules_that_are_due_at_once_on_a_pool_one_waits_and_is_kept_with_its_reason() {
        nightly("a", "checkout", "cooldown: 0s", "window: 1h");
        nightly("b", "checkout", "cooldown: 2h", "window: 1h");

        assertThat(roundAt("10T02:30")).isEqualTo("2027-01-10T02:30:10Z");
        assertThat(kept("a")).containsExactly("2027-01-10T02:30 STARTED checkout-1");
        assertThat(kept("b")).containsExactly("2027-01-10T02:30 WAITING Run checkout-1 is active on this pool.");

        roundAt("10T02:41");
        assertThat(runs.begun()).hasSize(1);
        assertThat(kept("b"))
                .containsExactly(
                        "2027-01-10T02:30 OMITTED The end of the last run of the service is at 2027-01-10T02:40:00Z,"
                                + " and the cooldown is 120 min.");
    }

    @Test
    void a_firing_that_waits_does_not_measure_another_service_after_a_change() {
        nightly("a", "checkout", "cooldown: 0s", "priority: 1");
        nightly("b", "checkout", "cooldown: 0s");
        roundAt("10T02:30");
        nightly("b", "till", "cooldown: 0s");

        roundAt("10T02:31");
        assertThat(runs.begun()).hasSize(1);
        assertThat(kept("b"))
                .containsExactly("2027-01-10T02:30 SKIPPED The schedule was changed, and measures till now.");
    }

    @Test
    void of_two_services_that_share_a_dependency_one_waits_for_the_other() {
        runs.has("checkout", "orders-db");
        runs.has("till", "orders-db");
        nightly("a", "checkout", "priority: 1");
        nightly("b", "till");

        roundAt("10T02:30");
        assertThat(kept("b"))
                .containsExactly("2027-01-10T02:30 WAITING Run checkout-1 is active and depends on orders-db too.");
        roundAt("10T02:41");
        assertThat(kept("b")).containsExactly("2027-01-10T02:30 STARTED till-2");
    }

    @Test
    void many_that_are_due_begin_by_priority_and_never_more_than_allowed() {
        for (int i = 0; i < 10; i++) {
            runs.has("s" + i);
            nightly("n" + i, "s" + i, "priority: " + i, "window: 2h");
        }
        Instant next = roundAt("10T02:30");
        while (next.isBefore(Instant.parse("2027-01-10T04:00:00Z"))) {
            runs.at(next);
            next = round.run(next);
        }
        assertThat(runs.mostActive()).isEqualTo(4);
        assertThat(runs.begun())
                .extracting(NightRuns.Begun::service)
                .containsExactly("s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0");
    }

    @Test
    void a_firing_that_waited_until_its_window_ended_is_skipped_with_the_reason() {
        nightly("nightly", "checkout", "window: 5m", "cooldown: 0s");
        apply("other", "checkout", "cron: \"29 2 * * *\"", "zone: UTC");

        roundAt("10T02:29");
        roundAt("10T02:30");
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 WAITING Run checkout-1 is active on this pool.");
        roundAt("10T02:36");
        assertThat(kept("nightly"))
                .containsExactly("2027-01-10T02:30 SKIPPED The window ended at 2027-01-10T02:35:00Z."
                        + " Run checkout-1 is active on this pool.");
    }

    @Test
    void after_days_without_a_controller_one_run_at_most_is_made_up_for() {
        nightly("skips", "checkout");
        nightly("makes-up", "till", "misfire: run-once");

        roundAt("15T09:00");
        roundAt("15T09:20");
        roundAt("15T12:00");

        assertThat(runs.begun()).extracting(NightRuns.Begun::service).containsExactly("till");
        assertThat(kept("skips"))
                .hasSize(6)
                .allMatch(it -> it.contains("and no controller could decide about it before"));
        assertThat(kept("makes-up"))
                .hasSize(6)
                .filteredOn(it -> it.contains("STARTED"))
                .hasSize(1);
    }

    @Test
    void a_paused_schedule_keeps_what_it_skipped_and_makes_up_for_nothing() {
        nightly("nightly", "checkout", "misfire: run-once");
        catalog.pause("nightly", true, ScheduleCatalog.Author.of("ana"));
        roundAt("10T02:30");
        roundAt("11T02:30");
        now = Instant.parse("2027-01-12T09:00:00Z");
        assertThat(catalog.pause("nightly", false, ScheduleCatalog.Author.of("ana"))
                        .orElseThrow()
                        .revision())
                .isEqualTo(3);
        roundAt("12T09:01");

        assertThat(runs.begun()).isEmpty();
        assertThat(kept("nightly"))
                .containsExactly(
                        "2027-01-11T02:30 OMITTED The schedule is paused.",
                        "2027-01-10T02:30 OMITTED The schedule is paused.");
    }

    @Test
    void a_refused_start_is_kept_with_the_reason_of_the_refusal() {
        nightly("nightly", "checkout");
        runs.refuse(new RunRefused(RunRefused.Cause.FROZEN_CONFIGURATION, "Envoys keep other routes.", null));

        roundAt("10T02:30");

        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 SKIPPED Envoys keep other routes.");
    }

    @Test
    void the_lowest_harm_budget_of_a_service_holds_for_its_other_schedules_too() {
        nightly("nightly", "checkout", "weeklyHarm: 2000");
        nightly("till", "till");
        apply("noon", "checkout", "cron: \"0 12 * * *\"\nzone: UTC\nweeklyHarm: 1000");
        runs.harmed(new RunHarm("checkout-0", MIDNIGHT.minus(Duration.ofDays(1)), OptionalDouble.of(1_500)));

        roundAt("10T02:30");

        assertThat(kept("nightly"))
                .containsExactly("2027-01-10T02:30 SKIPPED The runs of the last seven days had 1500 bad requests beyond"
                        + " normal, and weeklyHarm of schedule noon is 1000.");
        assertThat(kept("till")).containsExactly("2027-01-10T02:30 STARTED till-1");
    }

    @Test
    void a_controller_that_is_not_ready_lets_the_firing_wait() {
        nightly("nightly", "checkout");
        runs.refuse(new RunRefused(RunRefused.Cause.NOT_READY, "This controller is starting or stopping.", null));
        roundAt("10T02:30");
        assertThat(kept("nightly"))
                .containsExactly("2027-01-10T02:30 WAITING This controller is starting or stopping.");

        runs.refuse(null);
        roundAt("10T02:31");
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 STARTED checkout-1");
    }

    @Test
    void a_run_whose_controller_died_before_it_was_stored_is_not_begun_again() {
        nightly("nightly", "checkout");
        runs.refuse(new RunRefused(RunRefused.Cause.NOT_READY, "not yet", null));
        roundAt("10T02:30");
        runs.refuse(null);
        StoredFiring waiting = firings.waiting().get(0);
        Instant attempt = Instant.parse("2027-01-10T02:30:20Z");
        assertThat(firings.update(waiting, waiting.attempted(attempt))).isTrue();
        run("checkout-77", "schedule nightly", attempt.plusSeconds(1));

        roundAt("10T02:31");

        assertThat(runs.begun()).isEmpty();
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 STARTED checkout-77");
    }

    @Test
    void a_change_of_a_firing_by_another_controller_is_not_overwritten() {
        nightly("nightly", "checkout");
        runs.refuse(new RunRefused(RunRefused.Cause.NOT_READY, "not yet", null));
        roundAt("10T02:30");
        StoredFiring waiting = firings.waiting().get(0);

        assertThat(firings.update(waiting, waiting.attempted(now))).isTrue();
        assertThat(firings.update(waiting, waiting.skipped("late", now))).isFalse();
    }

    @Test
    void a_blackout_that_is_declared_during_a_run_ends_the_run_before_it_begins() {
        nightly("nightly", "checkout");
        roundAt("10T02:30");
        run("checkout-1", "schedule nightly", now);
        nightly("nightly", "checkout", "blackouts: [{from: \"02:35\", to: \"04:00\"}]");

        assertThat(roundAt("10T02:31")).isEqualTo("2027-01-10T02:34:00Z");
        assertThat(runs.aborted()).isEmpty();
        roundAt("10T02:34");
        assertThat(runs.aborted())
                .containsExactly("checkout-1 by schedule nightly: a blackout (daily 02:35 to 04:00) lasts from"
                        + " 2027-01-10T02:35:00Z until 2027-01-10T04:00:00Z");
    }

    @Test
    void the_blackout_of_another_schedule_of_the_service_ends_no_run() {
        nightly("nightly", "checkout");
        apply("office", "checkout", "on: deploy", "blackouts: [{from: \"02:00\", to: \"04:00\"}]");
        roundAt("10T02:30");
        run("checkout-1", "schedule nightly", now);

        roundAt("10T02:31");
        roundAt("10T02:40");
        assertThat(kept("nightly")).containsExactly("2027-01-10T02:30 STARTED checkout-1");
        assertThat(runs.aborted()).isEmpty();
    }

    @Test
    void a_schedule_that_is_deleted_begins_no_run_and_its_firings_stay() throws StaleRevision {
        nightly("nightly", "checkout");
        runs.refuse(new RunRefused(RunRefused.Cause.NOT_READY, "not yet", null));
        roundAt("10T02:30");
        assertThat(catalog.delete("nightly", ANY, ScheduleCatalog.Author.of("ana")))
                .isTrue();
        runs.refuse(null);
        roundAt("10T02:31");

        assertThat(kept("nightly"))
                .containsExactly("2027-01-10T02:30 SKIPPED The schedule was deleted, or this version cannot read it.");
        assertThat(catalog.delete("nightly", ANY, ScheduleCatalog.Author.of("ana")))
                .isFalse();
    }

    @Test
    void each_change_has_its_revision_and_a_stale_one_changes_nothing() throws StaleRevision {
        nightly("nightly", "checkout");
        String text = Schedules.text("nightly", "till", "cron: \"0 4 * * *\"", "zone: UTC");

        assertThat(catalog.apply(Schedules.parsed(text), text, OptionalLong.of(1), ScheduleCatalog.Author.of("ben")))
                .isEqualTo(new ScheduleCatalog.Applied(2, false));
        assertThatThrownBy(() -> catalog.apply(
                        Schedules.parsed(text), text, OptionalLong.of(1), ScheduleCatalog.Author.of("cy")))
                .isInstanceOf(StaleRevision.class)
                .hasMessageContaining("schedule nightly is at revision 2, not at 1");
        assertThatThrownBy(() -> catalog.delete("nightly", OptionalLong.of(1), ScheduleCatalog.Author.of("cy")))
                .isInstanceOf(StaleRevision.class);
        assertThat(catalog.stored("nightly").orElseThrow().updatedBy()).isEqualTo("ben");
    }

    @Test
    void the_age_of_the_last_decision_grows_until_the_next() {
        var meters = new SimpleMeterRegistry();
        var schedules = new ScheduleMeters(jdbc, new UnsuccessfulFirings(jdbc), meters, () -> now);
        var age = meters.get("redliner.schedules.decided.age").timeGauge();
        now = now.plusSeconds(60);
        schedules.refresh();
        assertThat(age.value(TimeUnit.SECONDS)).isEqualTo(60);

        jdbc.sql("insert into scheduler_task (task_name, task_instance, execution_time, picked, last_success, version)"
                        + " values ('firing-round', 'all-schedules', ?, false, ?, 1)")
                .params(Timestamp.from(now), Timestamp.from(now.minusSeconds(5)))
                .update();
        schedules.refresh();
        assertThat(age.value(TimeUnit.SECONDS)).isEqualTo(5);
        now = now.plusSeconds(600);
        schedules.refresh();
        assertThat(age.value(TimeUnit.SECONDS)).isEqualTo(605);
    }

    @Test
    void firings_without_a_result_are_counted_since_the_last_run_that_completed() {
        nightly("nightly", "checkout", "cooldown: 0s");
        nightly("resting", "till");
        catalog.pause("resting", true, ScheduleCatalog.Author.of("ana"));
        var meters = new SimpleMeterRegistry();
        var schedules = new ScheduleMeters(jdbc, new UnsuccessfulFirings(jdbc), meters, () -> now);
        schedules.refresh();
        assertThat(meters.get("redliner.schedule.unsuccessful")
                        .tag("schedule", "nightly")
                        .gauge()
                        .value())
                .isZero();
        assertThat(meters.find("redliner.schedule.unsuccessful")
                        .tag("schedule", "resting")
                        .gauge())
                .isNull();

        ended("checkout-1", 10, "ABORTED");
        ended("checkout-2", 11, "COMPLETED");
        ended("checkout-3", 12, "INCONCLUSIVE");
        firings.insert(firing(13).skipped("The window ended.", now));
        firings.insert(firing(14).omitted("The redline is still known.", now));
        schedules.refresh();
        assertThat(meters.get("redliner.schedule.unsuccessful")
                        .tag("schedule", "nightly")
                        .gauge()
                        .value())
                .isEqualTo(2);
    }

    private void ended(String run, int day, String state) {
        run(run, "schedule nightly", firing(day).dueAt());
        jdbc.sql("update run set state = ?, ended_at = started_at where id = ?")
                .params(state, run)
                .update();
        firings.insert(firing(day));
        firings.update(firing(day), firing(day).started(run, firing(day).dueAt()));
    }

    private static StoredFiring firing(int day) {
        LocalDateTime slot = LocalDateTime.parse("2027-01-" + day + "T02:30");
        Instant due = slot.toInstant(ZoneOffset.UTC);
        return StoredFiring.waiting("nightly", slot, "checkout", due, due.plusSeconds(3_600), "");
    }

    @Test
    void decided_firings_are_deleted_when_they_are_old() {
        nightly("nightly", "checkout");
        roundAt("10T02:30");
        roundAt("11T02:30");
        new FiringRetention(jdbc, Duration.ofDays(1), () -> Instant.parse("2027-01-11T03:00:00Z")).apply();

        assertThat(kept("nightly")).containsExactly("2027-01-11T02:30 STARTED checkout-2");
    }

    /** Stores a run as its journal does. */
    private void run(String id, String who, Instant at) {
        jdbc.sql("insert into run (id, service, token, state, started_at, started_by, definition)"
                        + " values (?, 'checkout', 1, 'RAMPING', ?, ?, '')")
                .params(id, at.atOffset(ZoneOffset.UTC), who)
                .update();
    }
}
