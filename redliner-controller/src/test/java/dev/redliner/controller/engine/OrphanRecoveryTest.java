package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunUpdate;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.journal.RunJournal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A run whose controller died, and the controller that takes it over. */
class OrphanRecoveryTest extends Controllers {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration NEVER = Duration.ofMinutes(5);

    private JdbcClient jdbc;

    @BeforeEach
    void connect() {
        jdbc = JdbcClient.create(database);
    }

    private void orphaned() {
        jdbc.sql("update pool_lock set owner = 'gone', owner_seen_at = ?")
                .param(OffsetDateTime.now().minusSeconds(60))
                .update();
    }

    /** Starts a run, brings it to the ramp, and removes its controller. */
    private String left() throws RunRefused {
        RunDriver gone = driver("one", new FakeOutbox(), NEVER);
        String run = ramping(gone);
        orphaned();
        return run;
    }

    /** The journal, with an action before each page of events is read. */
    private RunJournal before(Runnable eachPage) {
        return before("events", eachPage);
    }

    /** The journal, with an action before each call of a method. */
    private RunJournal before(String name, Runnable eachCall) {
        RunJournal whole = journal;
        return (RunJournal) Proxy.newProxyInstance(
                RunJournal.class.getClassLoader(), new Class<?>[] {RunJournal.class}, (proxy, method, arguments) -> {
                    // there is another method of this name without arguments
                    if (method.getName().equals(name) && arguments != null) {
                        eachCall.run();
                    }
                    try {
                        return method.invoke(whole, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void a_definition_of_which_only_the_pool_can_be_read_is_restored_and_the_report_says_what_is_missing()
            throws Exception {
        String run = left();
        damage("\"rules\":[", "\"rules\":[{\"levitates\":true},");
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, SOON);
        await().atMost(Duration.ofSeconds(20)).until(() -> other.find(run)
                .filter(it -> it.remarks().stream().anyMatch(that -> that.contains("cannot read the definition")))
                .isPresent());
        assertThat(state(other, run)).isEqualTo(RunState.RESTORING);
        assertThat(outbox.orders()).isNotEmpty().allMatch(it -> it.action() == RedirectOrder.Action.RESTORE);
        other.dismiss(run, "sam", "looked at the Envoys");
        await().until(() -> journal.find(run).orElseThrow().state() == RunState.INTERRUPTED);
    }

    @Test
    void a_definition_that_cannot_be_read_at_all_ends_its_run_with_an_order_to_restore_and_a_free_pool()
            throws Exception {
        String run = left();
        long token = journal.held().get(0).token();
        int steps = journal.find(run).orElseThrow().steps().size();
        jdbc.sql("update run set definition = 'not even JSON'").update();
        var outbox = new FakeOutbox();
        driver("two", outbox, SOON);

        await().atMost(Duration.ofSeconds(20)).until(() -> journal.held().isEmpty());

        assertThat(outbox.orders()).isNotEmpty().allSatisfy(order -> {
            assertThat(order.action()).isEqualTo(RedirectOrder.Action.RESTORE);
            assertThat(order.token()).isGreaterThan(token);
        });
        RunReport report = journal.find(run).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(report.endedAt()).isNotNull();
        assertThat(report.reason()).contains("its definition cannot be read", "was not watched in the traffic");
        assertThat(report.steps()).as("what it had").hasSize(steps);
        assertThat(journal.state(run)).contains("INTERRUPTED");
    }

    private void damage(String part, String instead) {
        String definition =
                jdbc.sql("select definition from run").query(String.class).single();
        assertThat(definition).contains(part);
        jdbc.sql("update run set definition = ?")
                .param(definition.replace(part, instead))
                .update();
    }

    @Test
    void a_dismissal_that_arrives_while_the_journal_is_read_holds() throws Exception {
        String run = left();
        var reads = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        journal = before(() -> {
            reads.countDown();
            awaitOpen(released);
        });
        var other = driver("two", new FakeOutbox(), SOON);
        assertThat(reads.await(20, TimeUnit.SECONDS)).isTrue();
        await().until(() -> other.find(run).isPresent());
        // longer than the pause between two reports for other controllers
        await().pollDelay(Duration.ofMillis(1_500))
                .until(() -> !journal.find(run).orElseThrow().steps().isEmpty());

        assertThat(other.abort(run, "kim", "enough")).isCompletedWithValue(AbortAnswer.TAKEN);
        assertThat(other.dismiss(run, "sam", "looked at the Envoys")).isTrue();
        released.countDown();

        await().until(() -> journal.held().isEmpty());
        RunReport report = journal.find(run).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(report.reason()).contains("Dismissed by sam");
        assertThat(report.steps()).isNotEmpty();
    }

    @Test
    void a_report_that_cannot_be_stored_keeps_no_run_from_its_heartbeat() throws Exception {
        var failing = new AtomicBoolean();
        var attempts = new AtomicInteger();
        journal = before("show", () -> {
            if (failing.get()) {
                attempts.incrementAndGet();
                throw new DataAccessResourceFailureException("it takes too long");
            }
        });
        var driver = driver("one", new FakeOutbox(), NEVER);
        ramping(driver);
        failing.set(true);
        await().until(() -> attempts.get() > 1);
        Instant later = Instant.now().plusMillis(100);
        await().until(() -> journal.orphans(later).isEmpty());
        assertThat(driver.unwritten()).isEmpty();
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_database_that_fails_for_a_moment_costs_no_evidence_and_no_event() throws Exception {
        String run = left();
        long events = journal.lastSequence(run);
        var pages = new AtomicInteger();
        journal = before(() -> {
            if (pages.incrementAndGet() == 2) {
                throw new DataAccessResourceFailureException("a blip");
            }
        });
        var other = driver("two", new FakeOutbox(), SOON);
        await().atMost(Duration.ofSeconds(20)).until(() -> journal.lastSequence(run) > events);
        RunReport report = other.find(run).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.RESTORING);
        assertThat(report.steps()).isNotEmpty();
        assertThat(report.remarks()).noneMatch(it -> it.contains("could not be read"));
        assertThat(pages).hasValueGreaterThan(2);
    }

    @Test
    void who_follows_a_run_that_was_over_in_its_journal_learns_its_end() throws Exception {
        RunDriver gone = driver("one", new FakeOutbox(), NEVER);
        String run = gone.start("shop", "kim");
        gone.abort(run, "sam", "enough");
        await().until(() -> journal.held().isEmpty());
        // as if the controller had died before it wrote the end of the run
        jdbc.sql("update pool_lock set run_id = ?").param(run).update();
        jdbc.sql("update run set state = 'BASELINING', ended_at = null").update();
        orphaned();

        var released = new CountDownLatch(1);
        journal = before(() -> awaitOpen(released));
        var other = driver("two", new FakeOutbox(), SOON);
        await().atMost(Duration.ofSeconds(20)).until(() -> other.activeRuns().contains(run));
        Queue<RunUpdate.Kind> news = new ConcurrentLinkedQueue<>();
        try (AutoCloseable follows = other.follow(run, 0, one -> news.add(one.kind()))) {
            released.countDown();
            await().until(() -> news.contains(RunUpdate.Kind.END));
        }
        assertThat(other.find(run).orElseThrow().state()).isEqualTo(RunState.ABORTED);
        await().until(() -> journal.held().isEmpty());
    }
}
