package dev.redliner.controller.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.TestSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The requirements on the chain for every database, with one subclass per database. */
abstract class AuditTrailTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Optional<AuditHead> NOTHING_NOTED = Optional.empty();

    private DataSource database;
    private JdbcClient jdbc;
    private JdbcAuditTrail trail;

    /** A database that the test may empty. */
    abstract DataSource database();

    @BeforeEach
    void migrate() {
        // a single object: a transaction belongs to the source on which it was begun
        database = database();
        TestSchema.recreate(database);
        jdbc = JdbcClient.create(database);
        trail = trail();
    }

    private JdbcAuditTrail trail() {
        return new JdbcAuditTrail(jdbc, new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    @Test
    void what_was_written_comes_back_and_the_chain_holds() {
        var entry = new AuditEntry(
                "ana", AuditAction.TRAFFIC_ASKED, "shop/shop-1", "20%", "35.5%", "„naïve“ \uD83D\uDE00\0");
        trail.append(List.of(QueuedEntry.now(entry, NOW)));
        AuditRecord stored = all().get(0);
        assertThat(stored.at()).isEqualTo(Instant.parse("2026-11-20T12:00:00.123Z"));
        assertThat(List.of(stored.who(), stored.action(), stored.subject(), stored.before(), stored.after()))
                .containsExactly("ana", "traffic.asked", "shop/shop-1", "20%", "35.5%");
        assertThat(stored.why()).isEqualTo("„naïve“ \uD83D\uDE00\uFFFD");
        assertThat(stored.previousHash()).isEqualTo(AuditRecord.GENESIS);
        assertThat(verify().holds()).isTrue();
        assertThat(verify().head()).isEqualTo(stored.head());
    }

    @Test
    void an_empty_chain_holds() {
        assertThat(verify()).isEqualTo(AuditVerification.whole(AuditHead.NONE));
    }

    @Test
    void several_controllers_make_one_chain_without_forks_or_gaps() throws Exception {
        int controllers = 4;
        int batches = 15;
        var threads = Executors.newFixedThreadPool(controllers);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < controllers; i++) {
                JdbcAuditTrail own = trail();
                String who = "controller-" + i;
                work.add(() -> {
                    for (int batch = 0; batch < batches; batch++) {
                        own.append(List.of(noted(who, "first"), noted(who, "second")));
                    }
                    return null;
                });
            }
            for (var done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
        int expected = controllers * batches * 2;
        assertThat(all().stream().map(AuditRecord::seq))
                .isEqualTo(LongStream.rangeClosed(1, expected).boxed().toList());
        assertThat(verify().holds()).isTrue();
        assertThat(verify().entries()).isEqualTo(expected);
    }

    @Test
    void an_entry_that_is_sent_twice_is_written_once() {
        QueuedEntry first = noted("ana", "1");
        QueuedEntry second = noted("ana", "2");
        trail.append(List.of(first));
        trail.append(List.of(first, second));
        trail.append(List.of(first, second));
        assertThat(all().stream().map(AuditRecord::why)).containsExactly("1", "2");
        assertThat(verify().holds()).isTrue();
    }

    @Test
    void a_changed_entry_is_named() {
        write(5);
        for (String column : List.of("who", "action", "subject", "value_before", "value_after", "why")) {
            migrate();
            write(5);
            jdbc.sql("update audit_entry set " + column + " = 'x' where seq = 3")
                    .update();
            assertThat(verify().holds()).as(column).isFalse();
            assertThat(verify().brokenAt()).as(column).isEqualTo(3);
            assertThat(verify().fault()).contains("does not say what it said");
            assertThat(verify().head().seq()).isEqualTo(2);
        }
    }

    @Test
    void a_changed_time_is_named() {
        write(3);
        jdbc.sql("update audit_entry set at = ? where seq = 2")
                .param(NOW.plusSeconds(1).atOffset(java.time.ZoneOffset.UTC))
                .update();
        assertThat(verify().brokenAt()).isEqualTo(2);
    }

    @Test
    void an_entry_that_was_forged_with_a_hash_of_its_own_breaks_the_one_after_it() {
        write(5);
        AuditRecord third = all().get(2);
        var forged =
                AuditRecord.following(all().get(1).head(), new QueuedEntry(third.id(), NOW, entry("eve", "forged")));
        jdbc.sql("update audit_entry set who = 'eve', why = 'forged', hash = ? where seq = 3")
                .param(forged.hash())
                .update();
        assertThat(verify().brokenAt()).isEqualTo(4);
        assertThat(verify().fault()).contains("does not follow");
    }

    @Test
    void an_entry_that_was_taken_out_is_named() {
        write(5);
        jdbc.sql("delete from audit_entry where seq = 3").update();
        assertThat(verify().brokenAt()).isEqualTo(3);
        assertThat(verify().fault()).contains("missing; the next one is 4");
    }

    @Test
    void an_end_that_was_cut_off_is_seen_by_whoever_knew_the_head() {
        write(5);
        AuditHead head = all().get(4).head();
        jdbc.sql("delete from audit_entry where seq > 3").update();
        assertThat(verify().brokenAt()).as("the controller that wrote it").isEqualTo(5);
        assertThat(trail().verify(NOTHING_NOTED).holds()).as("a chain alone").isTrue();
        assertThat(trail().verify(Optional.of(head)).brokenAt())
                .as("with its head")
                .isEqualTo(5);
        var another = trail();
        another.append(List.of(noted("eve", "a"), noted("eve", "b"), noted("eve", "c")));
        assertThat(another.verify(Optional.of(head)).fault()).contains("not the entry that was there before");
    }

    @Test
    void entries_are_found_by_pool_and_by_run_and_by_no_other_name() {
        trail.append(List.of(
                subject("my_shop"),
                subject("my_shop/my_shop-1"),
                subject("my_shop/my_shop-2"),
                subject("myxshop/myxshop-1"),
                subject("my_shop2"),
                subject("")));
        assertThat(subjects("my_shop")).containsExactly("my_shop", "my_shop/my_shop-1", "my_shop/my_shop-2");
        assertThat(subjects("my_shop-1")).containsExactly("my_shop/my_shop-1");
        assertThat(subjects("my_shop/my_shop-2")).containsExactly("my_shop/my_shop-2");
        assertThat(subjects("%")).isEmpty();
    }

    @Test
    void pages_follow_one_another_and_the_newest_come_without_asking() {
        write(7);
        assertThat(trail.list(OptionalLong.empty(), AuditFilter.ALL, 3).stream().map(AuditRecord::seq))
                .containsExactly(5L, 6L, 7L);
        assertThat(trail.list(OptionalLong.of(0), AuditFilter.ALL, 3).stream().map(AuditRecord::seq))
                .containsExactly(1L, 2L, 3L);
        assertThat(trail.list(OptionalLong.of(5), AuditFilter.ALL, 3).stream().map(AuditRecord::seq))
                .containsExactly(6L, 7L);
    }

    @Test
    void the_entries_of_a_person_are_found_and_those_before_them() {
        trail.append(List.of(noted("ana", "1"), noted("bob", "2"), noted("ana", "3"), noted("ana", "4")));
        var ofAna = new AuditFilter(Optional.empty(), Optional.of("ana"));
        assertThat(trail.list(OptionalLong.empty(), ofAna, 2).stream().map(AuditRecord::why))
                .containsExactly("3", "4");
        assertThat(trail.before(3, ofAna, 2).stream().map(AuditRecord::why)).containsExactly("1");
        assertThat(trail.list(OptionalLong.empty(), new AuditFilter(Optional.of("x"), Optional.of("ana")), 2))
                .isEmpty();
    }

    private List<String> subjects(String name) {
        return trail.list(OptionalLong.of(0), AuditFilter.of(name), 100).stream()
                .map(AuditRecord::subject)
                .toList();
    }

    private void write(int entries) {
        trail.append(IntStream.rangeClosed(1, entries)
                .mapToObj(i -> noted("ana", "entry " + i))
                .toList());
    }

    private List<AuditRecord> all() {
        return trail.list(OptionalLong.of(0), AuditFilter.ALL, 10_000);
    }

    private AuditVerification verify() {
        return trail.verify(NOTHING_NOTED);
    }

    private static QueuedEntry subject(String subject) {
        return QueuedEntry.now(new AuditEntry("ana", AuditAction.RUN_STATE, subject, "", "", ""), NOW);
    }

    private static QueuedEntry noted(String who, String why) {
        return QueuedEntry.now(entry(who, why), NOW);
    }

    private static AuditEntry entry(String who, String why) {
        return new AuditEntry(who, AuditAction.RUN_ABORT, "shop/shop-1", "RAMPING", "RESTORING", why);
    }
}
