package dev.redliner.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.TestSchema;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class SpooledAuditLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BreakableDatabase database = new BreakableDatabase(
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
    private final JdbcAuditTrail trail = new JdbcAuditTrail(
            JdbcClient.create(database), new TransactionTemplate(new DataSourceTransactionManager(database)));
    private Path spool;
    private SpooledAuditLog log;

    @BeforeEach
    void start() {
        TestSchema.recreate(database);
        spool = folder.resolve("data/audit-spool.jsonl");
        log = started(spool);
    }

    @AfterEach
    void stop() {
        database.works();
        log.stop();
    }

    private SpooledAuditLog started(Path file) {
        var started = new SpooledAuditLog(trail, file, InstantSource.fixed(Instant.EPOCH), meters);
        started.start();
        return started;
    }

    @Test
    void entries_reach_the_database_in_their_order() {
        record(0, 500);
        awaitEntries(500);
        assertThat(trail.verify(Optional.empty()).holds()).isTrue();
        assertThat(spool).as("nothing waits").isEmptyFile();
    }

    @Test
    void while_the_database_is_down_entries_are_on_disk_and_come_in_order_when_it_is_back() {
        record(0, 3);
        awaitEntries(3);
        database.fails();
        record(3, 10);
        await().atMost(PATIENCE).until(() -> linesOnDisk() == 7);
        database.works();
        record(10, 12);
        awaitEntries(12);
        await().atMost(PATIENCE).until(() -> linesOnDisk() == 0);
        assertThat(trail.verify(Optional.empty()).holds()).isTrue();
    }

    @Test
    void what_a_program_leaves_while_a_controller_hangs_with_the_spool_is_written_by_the_next_controller() {
        new OfflineAuditWriter(spool, InstantSource.fixed(Instant.EPOCH))
                .leave(new AuditEntry("ana", AuditAction.RESTORE_ASKED, "", "", "", "0"));
        assertThat(AuditSpool.beside(spool)).isNotEmptyFile();
        log.stop();
        log = started(spool);
        awaitEntries(1);
        assertThat(AuditSpool.beside(spool)).doesNotExist();
        assertThat(trail.verify(Optional.empty()).holds()).isTrue();
    }

    @Test
    void what_waits_on_disk_when_the_process_ends_is_written_by_the_next_one() {
        database.fails();
        record(0, 5);
        await().atMost(PATIENCE).until(() -> linesOnDisk() == 5);
        log.stop();
        assertThat(linesOnDisk()).isEqualTo(5);
        database.works();
        log = started(spool);
        record(5, 6);
        awaitEntries(6);
    }

    @Test
    void what_was_written_and_not_yet_forgotten_on_disk_is_not_written_again() throws IOException {
        record(0, 2);
        awaitEntries(2);
        log.stop();
        // the state after a kill between the commit and the clearing of the file
        QueuedEntry sent = QueuedEntry.now(entry(2), Instant.EPOCH);
        trail.append(List.of(sent));
        try (AuditSpool left = AuditSpool.open(spool)) {
            left.append(List.of(sent, QueuedEntry.now(entry(3), Instant.EPOCH)));
        }
        log = started(spool);
        awaitEntries(4);
    }

    @Test
    void a_line_that_was_being_written_when_the_process_was_killed_is_left_out() throws IOException {
        log.stop();
        try (AuditSpool left = AuditSpool.open(spool)) {
            left.append(List.of(QueuedEntry.now(entry(0), Instant.EPOCH)));
        }
        Files.writeString(spool, "{\"id\":\"torn", StandardOpenOption.APPEND);
        log = started(spool);
        record(1, 2);
        awaitEntries(2);
    }

    @Test
    void nobody_who_records_waits_for_a_database_that_hangs() {
        database.hangs();
        // the database would never answer, so a call that waits for it would never return
        record(0, 50);
        await().atMost(PATIENCE).until(() -> linesOnDisk() == 50);
        database.works();
        awaitEntries(50);
    }

    @Test
    void what_finds_no_room_is_counted() {
        database.hangs();
        IntStream.range(0, 40_000).forEach(i -> log.record(entry(i)));
        double lost = meters.counter("redliner.audit.lost").count();
        assertThat(lost).isPositive();
        database.works();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> trail.verify(Optional.empty()).entries() + lost == 40_000);
    }

    @Test
    void without_a_disk_entries_wait_in_memory_and_that_is_counted() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "");
        SpooledAuditLog diskless = started(file.resolve("spool.jsonl"));
        diskless.record(entry(0));
        awaitEntries(1);
        assertThat(meters.counter("redliner.audit.unspooled").count()).isEqualTo(1);
        diskless.stop();
    }

    @Test
    void a_second_process_on_one_file_does_not_write_into_it() {
        SpooledAuditLog second = started(spool);
        second.record(entry(0));
        awaitEntries(1);
        assertThat(meters.counter("redliner.audit.unspooled").count()).isEqualTo(1);
        second.stop();
    }

    private void record(int from, int to) {
        IntStream.range(from, to).forEach(i -> log.record(entry(i)));
    }

    private static AuditEntry entry(int number) {
        return new AuditEntry("ana", AuditAction.RUN_STATE, "shop/shop-1", "", "", Integer.toString(number));
    }

    private long linesOnDisk() {
        try (var lines = Files.lines(spool)) {
            return lines.count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitEntries(int expected) {
        await().atMost(PATIENCE).until(() -> trail.verify(Optional.empty()).entries() >= expected);
        assertThat(trail.list(OptionalLong.of(0), AuditFilter.ALL, 10_000).stream()
                        .map(AuditRecord::why))
                .isEqualTo(
                        IntStream.range(0, expected).mapToObj(Integer::toString).toList());
    }
}
