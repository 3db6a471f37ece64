package dev.redliner.controller.lever;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.TestSchema;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.BreakableDatabase;
import dev.redliner.controller.audit.FakeAuditLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class SharedLeverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final BreakableDatabase database = new BreakableDatabase(
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
    private final FakeAuditLog audit = new FakeAuditLog();
    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private final List<SharedLever> started = new ArrayList<>();
    private SharedLever lever;

    @BeforeEach
    void start() {
        TestSchema.recreate(database);
        lever = controller("a");
    }

    @AfterEach
    void stop() {
        database.works();
        started.forEach(SharedLever::stop);
    }

    private SharedLever controller(String name) {
        var controller = new SharedLever(
                new LeverTable(JdbcClient.create(database)),
                new LeverFile(folder.resolve(name + "/lever.json")),
                audit,
                InstantSource.system(),
                () -> Stream.of(new Stopper(name)));
        controller.start();
        started.add(controller);
        return controller;
    }

    private final class Stopper implements LeverListener {
        private final String name;

        Stopper(String name) {
            this.name = name;
        }

        @Override
        public void engaged(Engaged lever) {
            stopped.add(name + ": " + lever.why());
        }

        @Override
        public void stillEngaged(Engaged lever) {
            stopped.add(name + " again: " + lever.why());
        }
    }

    @Test
    void engaging_stops_the_runs_before_it_returns_and_is_audited_with_who_and_why() {
        assertThat(lever.engaged()).isEmpty();
        assertThat(lever.engage("ana", "users complain")).isTrue();
        assertThat(stopped).contains("a: users complain");
        Engaged engaged = lever.engaged().orElseThrow();
        assertThat(engaged.who()).isEqualTo("ana");
        AuditEntry entry = audit.entries(AuditAction.LEVER_ENGAGED).get(0);
        assertThat(entry.who()).isEqualTo("ana");
        assertThat(entry.why()).isEqualTo("users complain");
        assertThat(entry.after()).contains(engaged.since().toString());
    }

    @Test
    void another_controller_sees_it_stops_its_runs_and_sees_the_release() {
        SharedLever other = controller("b");
        lever.engage("ana", "users complain");
        await().atMost(PATIENCE).until(() -> other.engaged().isPresent());
        assertThat(other.engaged()).isEqualTo(lever.engaged());
        await().atMost(PATIENCE).until(() -> stopped.contains("b: users complain"));
        assertThat(other.release("ben", "all is well")).isTrue();
        await().atMost(PATIENCE).until(() -> lever.engaged().isEmpty());
        assertThat(audit.entries(AuditAction.LEVER_RELEASED))
                .extracting(AuditEntry::who)
                .containsExactly("ben");
    }

    @Test
    void it_stays_engaged_over_a_restart() {
        lever.engage("ana", "users complain");
        lever.stop();
        assertThat(controller("a").engaged()).isEqualTo(lever.engaged());
    }

    @Test
    void without_a_database_it_holds_at_once_says_so_and_is_stored_when_the_database_is_back() {
        SharedLever other = controller("b");
        database.fails();
        assertThat(lever.engage("ana", "users complain")).isFalse();
        assertThat(lever.stored()).isFalse();
        assertThat(lever.engaged()).isPresent();
        assertThat(stopped).contains("a: users complain");
        assertThat(other.engaged()).isEmpty();
        database.works();
        await().atMost(PATIENCE).until(lever::stored);
        await().atMost(PATIENCE).until(() -> other.engaged().isPresent());
        assertThat(folder.resolve("a/lever.json")).doesNotExist();
    }

    @Test
    void a_controller_that_died_before_the_database_had_it_knows_it_when_it_is_back() {
        database.fails();
        lever.engage("ana", "users complain");
        lever.stop();
        SharedLever restarted = controller("a");
        assertThat(restarted.engaged()).isEqualTo(lever.engaged());
        database.works();
        await().atMost(PATIENCE).until(restarted::stored);
        assertThat(controller("b").engaged()).isEqualTo(lever.engaged());
    }

    @Test
    void a_database_that_hangs_does_not_hold_up_who_engages_it() {
        database.hangs();
        assertThat(lever.engage("ana", "users complain")).isFalse();
        assertThat(lever.engaged()).isPresent();
    }

    @Test
    void it_is_not_released_without_the_database() {
        lever.engage("ana", "users complain");
        database.fails();
        assertThatThrownBy(() -> lever.release("ben", "all is well")).isInstanceOf(DataAccessException.class);
        assertThat(lever.engaged()).isPresent();
        database.works();
        assertThat(lever.release("ben", "all is well")).isTrue();
        assertThat(lever.release("ben", "all is well")).isFalse();
    }

    @Test
    void a_release_that_was_answered_as_failed_does_not_happen_later() {
        lever.engage("ana", "users complain");
        database.hangs();
        assertThatThrownBy(() -> lever.release("ben", "all is well")).isInstanceOf(DataAccessException.class);
        database.works();
        SharedLever other = controller("b");
        await().atMost(PATIENCE).until(() -> lever.stored() && other.engaged().isPresent());
        assertThat(lever.engaged()).isPresent();
        assertThat(audit.entries(AuditAction.LEVER_RELEASED)).isEmpty();
    }

    @Test
    void engaging_it_during_a_release_is_not_lost() throws Exception {
        lever.engage("ana", "users complain");
        database.hangs();
        var releasing = new Thread(() -> {
            try {
                lever.release("ben", "all is well");
            } catch (DataAccessException e) {
                // the release may be answered too late, which is irrelevant to this test
            }
        });
        releasing.start();
        await().atMost(PATIENCE).until(() -> releasing.getState() == Thread.State.TIMED_WAITING);
        assertThat(lever.engage("cleo", "no, it is not")).isFalse();
        database.works();
        releasing.join();
        await().atMost(PATIENCE).until(lever::stored);
        assertThat(lever.engaged()).isPresent();
    }

    @Test
    void who_engaged_it_first_stays_and_runs_are_told_again() {
        lever.engage("ana", "users complain");
        stopped.clear();
        lever.engage("ben", "me too");
        assertThat(stopped).contains("a: users complain");
        assertThat(lever.engaged().orElseThrow().who()).isEqualTo("ana");
        assertThat(audit.entries(AuditAction.LEVER_ENGAGED))
                .extracting(AuditEntry::who)
                .containsExactly("ana", "ben");
    }

    @Test
    void while_it_is_engaged_a_run_that_slipped_in_is_stopped_too() {
        lever.engage("ana", "users complain");
        await().atMost(PATIENCE).until(() -> stopped.contains("a again: users complain"));
    }
}
