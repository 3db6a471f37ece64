package dev.redliner.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.api.RunReport;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.audit.AuditVerification;
import dev.redliner.controller.notification.Deliveries.Result;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Deliveries in virtual time, with the state of the destinations in a real database. */
abstract class DeliveriesTest {
    private static final Instant NOON = Instant.parse("2027-01-10T12:00:00Z");
    private static final NotificationSettings SETTINGS = new NotificationSettings(
            Map.of(),
            false,
            "",
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofMinutes(10),
            Duration.ofHours(24),
            Duration.ofDays(30));

    private final List<AuditRecord> log = new ArrayList<>();
    private final Map<String, RunReport> reports = new HashMap<>();
    private final Scripted channel = new Scripted();
    private final Destination ops = destination("ops", channel);
    private Instant now = NOON;
    private JdbcClient jdbc;
    private DestinationTable table;

    abstract DataSource database();

    @BeforeEach
    void migrate() {
        TestSchema.recreate(database());
        jdbc = JdbcClient.create(database());
        table = new DestinationTable(jdbc, new TransactionTemplate(new JdbcTransactionManager(database())));
    }

    /** Takes everything, unless it was told how to fail. */
    private static final class Scripted implements Channel {
        private final List<LifecycleEvent> taken = new ArrayList<>();
        private final List<DeliveryFailed> failures = new ArrayList<>();
        private int attempts;
        private Runnable meanwhile = () -> {};

        @Override
        public void send(LifecycleEvent event) throws DeliveryFailed {
            attempts++;
            meanwhile.run();
            if (!failures.isEmpty()) {
                throw failures.remove(0);
            }
            taken.add(event);
        }

        void failsFor(int times) {
            for (int i = 0; i < times; i++) {
                failures.add(DeliveryFailed.forNow("answered 500", null));
            }
        }

        List<String> types() {
            return taken.stream()
                    .map(event -> event.type().label() + " " + event.run())
                    .toList();
        }

        @Override
        public String address() {
            return "nowhere";
        }
    }

    private static Destination destination(String name, Channel channel) {
        return Destination.ofAll(name, "webhook", channel);
    }

    private Deliveries controller(String me) {
        return new Deliveries(
                table,
                new Log(),
                new LifecycleEvents(run -> Optional.ofNullable(reports.get(run))),
                SETTINGS,
                me,
                () -> now);
    }

    private Result look(Destination destination) {
        return controller("one").send(destination);
    }

    private final class Log implements AuditTrail {
        @Override
        public List<AuditRecord> list(OptionalLong after, AuditFilter filter, int limit) {
            return log.stream()
                    .filter(entry -> entry.seq() > after.orElse(0))
                    .limit(limit)
                    .toList();
        }

        @Override
        public List<AuditRecord> before(long seq, AuditFilter filter, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AuditVerification verify(Optional<dev.redliner.controller.audit.AuditHead> noted) {
            throw new UnsupportedOperationException();
        }
    }

    /** The database has the entry too, because a new destination begins after the last one there. */
    private void happens(String action, String subject, String after) {
        long seq = log.size() + 1;
        AuditRecord entry = new AuditRecord(
                seq, "id-" + seq, now, "ana", action, subject, "", after, "because", "0".repeat(64), "1".repeat(64));
        log.add(entry);
        jdbc.sql("insert into audit_entry (seq, id, at, who, action, subject, value_before, value_after, why,"
                        + " previous_hash, hash) values (?, ?, ?, 'ana', ?, ?, '', ?, '', ?, ?)")
                .params(
                        seq,
                        entry.id(),
                        Timestamp.from(now),
                        action,
                        subject,
                        after,
                        entry.previousHash(),
                        entry.hash().substring(0, 60) + String.format("%04d", seq))
                .update();
    }

    private void passes(Duration time) {
        now = now.plus(time);
    }

    @Test
    void a_new_destination_receives_what_happens_from_then_on_in_order_and_once() {
        happens("run.accepted", "checkout/checkout-1", "");
        look(ops);
        happens("run.accepted", "checkout/checkout-2", "");
        happens("traffic.asked", "checkout/checkout-2", "40%");
        happens("run.state", "checkout/checkout-2", "RAMPING");
        happens("lever.engaged", "", "engaged");
        look(ops);
        look(ops);
        assertThat(channel.types())
                .containsExactly("run.accepted checkout-2", "run.state checkout-2", "lever.engaged ");
        assertThat(look(ops).state().afterSeq()).isEqualTo(5);
    }

    @Test
    void while_a_destination_fails_its_next_event_is_attempted_with_growing_pauses_and_nothing_is_lost() {
        look(ops);
        happens("run.accepted", "checkout/checkout-1", "");
        happens("run.accepted", "checkout/checkout-2", "");
        channel.failsFor(4);
        List<Long> pauses = new ArrayList<>();
        for (int attempt = 1; attempt <= 4; attempt++) {
            DestinationTable.State state = look(ops).state();
            assertThat(channel.attempts).isEqualTo(attempt);
            assertThat(state.attempts()).isEqualTo(attempt);
            assertThat(state.lastError()).isEqualTo("answered 500");
            assertThat(state.failingSince()).isEqualTo(NOON);
            Instant next = java.util.Objects.requireNonNull(state.nextAttemptAt());
            pauses.add(Duration.between(now, next).toMillis());
            now = next.minusMillis(1);
            look(ops);
            assertThat(channel.attempts).isEqualTo(attempt);
            now = next;
        }
        assertThat(pauses.get(0)).isBetween(5_000L, 6_000L);
        assertThat(pauses.get(1)).isBetween(10_000L, 12_000L);
        assertThat(pauses.get(2)).isBetween(20_000L, 24_000L);
        assertThat(pauses.get(3)).isBetween(40_000L, 48_000L);
        DestinationTable.State state = look(ops).state();
        assertThat(channel.types()).containsExactly("run.accepted checkout-1", "run.accepted checkout-2");
        assertThat(state.failingSince()).isNull();
        assertThat(state.lastError()).isEmpty();
    }

    @Test
    void a_destination_that_asks_for_a_longer_pause_gets_it() {
        look(ops);
        happens("lever.engaged", "", "");
        channel.failures.add(DeliveryFailed.forNow("answered 429", Duration.ofMinutes(3)));
        assertThat(look(ops).state().nextAttemptAt()).isEqualTo(NOON.plus(Duration.ofMinutes(3)));
    }

    @Test
    void an_event_that_is_refused_is_kept_and_the_next_ones_follow() throws Exception {
        look(ops);
        happens("run.accepted", "checkout/checkout-1", "");
        happens("run.accepted", "checkout/checkout-2", "");
        channel.failures.add(DeliveryFailed.lasting("answered 400"));
        assertThat(look(ops).givenUp()).isEqualTo(1);
        assertThat(channel.types()).containsExactly("run.accepted checkout-2");

        Notifications notifications = notifications();
        assertThat(notifications.failures(10)).singleElement().satisfies(failure -> {
            assertThat(failure.seq()).isEqualTo(1);
            assertThat(failure.reason()).isEqualTo("answered 400");
            assertThat(failure.message()).isEqualTo("checkout: run checkout-1 was started by ana.");
        });
        channel.failsFor(1);
        assertThatThrownBy(() -> notifications.retry("ops", 1, "ben"))
                .hasMessage("Destination 'ops' did not take the event: answered 500");
        assertThat(notifications.failures(10)).hasSize(1);
        notifications.retry("ops", 1, "ben");
        assertThat(channel.types()).containsExactly("run.accepted checkout-2", "run.accepted checkout-1");
        assertThat(channel.taken.get(1).id()).isEqualTo("id-1");
        assertThat(notifications.failures(10)).isEmpty();
        assertThatThrownBy(() -> notifications.retry("ops", 1, "ben"))
                .hasMessage("Destination 'ops' has no failure 1.");
        assertThatThrownBy(() -> notifications.retry("none", 1, "ben")).hasMessage("No destination is called 'none'.");
    }

    @Test
    void an_event_that_waited_for_a_day_is_given_up() {
        look(ops);
        happens("run.accepted", "checkout/checkout-1", "");
        channel.failsFor(1_000);
        int looks = 0;
        while (table.failures(1).isEmpty() && looks++ < 1_000) {
            passes(Duration.ofMinutes(15));
            look(ops);
        }
        assertThat(Duration.between(NOON, now)).isBetween(Duration.ofHours(24), Duration.ofHours(25));
        assertThat(table.failures(1).get(0).reason()).isEqualTo("answered 500");
        assertThat(table.removeFailures(now)).isZero();
        assertThat(table.removeFailures(now.plusSeconds(1))).isEqualTo(1);
    }

    @Test
    void a_successful_test_lets_what_waits_go_at_once() throws Exception {
        look(ops);
        happens("lever.engaged", "", "");
        channel.failsFor(1);
        look(ops);
        notifications().test("ops", "ben");
        assertThat(channel.taken).singleElement().satisfies(event -> assertThat(MessageText.of(event))
                .isEqualTo("This is a test of the destination by ben. Nothing happened."));
        look(ops);
        assertThat(channel.types()).endsWith("lever.engaged ");
    }

    @Test
    void of_two_controllers_one_sends_and_the_other_takes_over_when_it_is_gone() {
        look(ops);
        happens("run.accepted", "checkout/checkout-1", "");
        channel.meanwhile = () -> {
            channel.meanwhile = () -> {};
            assertThat(controller("two").send(ops).sent()).isZero();
        };
        assertThat(look(ops).sent()).isEqualTo(1);
        assertThat(channel.attempts).isEqualTo(1);
        happens("run.accepted", "checkout/checkout-2", "");
        passes(Duration.ofSeconds(59));
        assertThat(controller("two").send(ops).sent()).isZero();
        passes(Duration.ofSeconds(2));
        assertThat(controller("two").send(ops).sent()).isEqualTo(1);
        assertThat(channel.types()).containsExactly("run.accepted checkout-1", "run.accepted checkout-2");
    }

    @Test
    void a_controller_whose_claim_ended_during_an_attempt_stores_nothing() {
        look(ops);
        happens("run.accepted", "checkout/checkout-1", "");
        channel.meanwhile = () -> {
            channel.meanwhile = () -> {};
            passes(Duration.ofMinutes(2));
            assertThat(controller("two").send(ops).sent()).isEqualTo(1);
        };
        look(ops);
        // at least once: both attempts carry the same id
        assertThat(channel.taken).extracting(LifecycleEvent::id).containsExactly("id-1", "id-1");
        assertThat(look(ops).state().afterSeq()).isEqualTo(1);
    }

    @Test
    void the_end_of_a_run_waits_for_its_report_but_not_for_ever() {
        look(ops);
        happens("run.ended", "checkout/checkout-1", "COMPLETED");
        happens("lever.engaged", "", "");
        reports.put("checkout-1", RunReport.unknown("checkout-1", "checkout", NOON));
        look(ops);
        assertThat(channel.attempts).isZero();
        reports.put("checkout-1", reports.get("checkout-1").interrupted("its controller died", NOON));
        look(ops);
        assertThat(channel.types()).containsExactly("run.ended checkout-1", "lever.engaged ");
        happens("run.ended", "checkout/checkout-2", "ABORTED");
        look(ops);
        assertThat(channel.attempts).isEqualTo(2);
        passes(Duration.ofSeconds(31));
        look(ops);
        assertThat(channel.taken.get(2).report()).isNull();
    }

    @Test
    void a_destination_receives_only_its_types_and_services() {
        var few = new Destination(
                "few", "slack", channel, EnumSet.of(EventType.RUN_ENDED), Pattern.compile("check.*"), true);
        look(few);
        happens("run.accepted", "checkout/checkout-1", "");
        happens("run.ended", "till/till-1", "ABORTED");
        happens("run.ended", "checkout/checkout-1", "COMPLETED");
        happens("run.ended", "checkout/checkout-2", "ABORTED");
        passes(Duration.ofMinutes(1));
        look(few);
        assertThat(channel.types()).containsExactly("run.ended checkout-2");
        assertThat(look(few).state().afterSeq()).isEqualTo(4);
    }

    private Notifications notifications() {
        return new Notifications(
                List.of(ops), table, new Log(), new LifecycleEvents(run -> Optional.empty()), entry -> {}, () -> now);
    }
}
