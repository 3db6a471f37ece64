package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunUpdate;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.StartKey;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;

/** Controllers that share a database. */
class RunDriverTest extends Controllers {
    @Test
    void an_abort_at_another_controller_restores_with_the_runs_token_and_an_order_that_nothing_overtakes()
            throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, Duration.ofMinutes(5));
        String run = ramping(driver);
        assertThat(other.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.TAKEN);
        assertThat(outbox.orders()).isNotEmpty().allSatisfy(order -> {
            assertThat(order.action()).isEqualTo(RedirectOrder.Action.RESTORE);
            assertThat(order.run()).isEqualTo(run);
            assertThat(order.token()).isEqualTo(journal.held().get(0).token());
            assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE);
            assertThat(order.why()).isEqualTo("sam: enough");
        });
        assertThat(audit.entries())
                .anyMatch(it -> it.action() == AuditAction.RUN_ABORT && it.who().equals("sam"));
        assertThat(other.abort("shop-999", "sam", "enough")).isCompletedWithValue(AbortAnswer.NO_SUCH_RUN);
    }

    @Test
    void a_run_is_followed_at_another_controller_second_by_second() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var other = driver("two", new FakeOutbox(), Duration.ofMinutes(5));
        String run = ramping(driver);
        var news = new CopyOnWriteArrayList<RunUpdate>();
        var again = new CopyOnWriteArrayList<RunUpdate>();
        AutoCloseable following = other.follow(run, 0, news::add);
        await().until(() -> has(news, RunUpdate.Kind.STATE) && has(news, RunUpdate.Kind.TICK));
        Instant before = ((LiveTick) last(news, RunUpdate.Kind.TICK).data()).at();
        driver.handle("shop", new RunEvent.VerdictArrived(Shop.verdict(run, before.plusSeconds(5), 200, 2_000)));
        await().until(() ->
                ((LiveTick) last(news, RunUpdate.Kind.TICK).data()).at().isAfter(before));
        assertThat(other.find(run).orElseThrow().now()).extracting(LiveTick::at).isEqualTo(before.plusSeconds(5));
        // a reader that comes later receives all, also if it was with a controller that had counted higher
        other.follow(run, 99_999, again::add);
        assertThat(again.get(0).sequence()).isEqualTo(1);

        driver.abort(run, "sam", "enough");
        await().until(() -> ((RunReport) last(news, RunUpdate.Kind.STATE).data()).state() == RunState.RESTORING);
        driver.dismiss(run, "sam", "a test");
        await().until(() -> has(news, RunUpdate.Kind.END) && has(again, RunUpdate.Kind.END));
        assertThat(((RunReport) last(news, RunUpdate.Kind.END).data()).state()).isEqualTo(RunState.ABORTED);
        assertThat(news)
                .extracting(RunUpdate::sequence)
                .isEqualTo(LongStream.rangeClosed(1, news.size()).boxed().toList());
        assertThat(news)
                .filteredOn(it -> it.kind() == RunUpdate.Kind.TICK)
                .extracting(it -> ((LiveTick) it.data()).at())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(news)
                .filteredOn(it -> it.kind() == RunUpdate.Kind.STEP)
                .as("the begin and the end of one step")
                .hasSizeBetween(1, 2);
        following.close();
    }

    private static boolean has(List<RunUpdate> news, RunUpdate.Kind kind) {
        return news.stream().anyMatch(it -> it.kind() == kind);
    }

    private static RunUpdate last(List<RunUpdate> news, RunUpdate.Kind kind) {
        return news.stream()
                .filter(it -> it.kind() == kind)
                .reduce((one, later) -> later)
                .orElseThrow();
    }

    @Test
    void a_repeated_request_with_a_key_starts_no_other_run_at_another_controller_and_after_the_run_is_over()
            throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var other = driver("two", new FakeOutbox(), Duration.ofMinutes(5));
        var key = new StartKey("k1", "{}");
        String run = driver.start("shop", RunOptions.USUAL, "kim", key);
        assertThat(other.start("shop", RunOptions.USUAL, "kim", key)).isEqualTo(run);
        assertThatThrownBy(() -> other.start("shop", RunOptions.USUAL, "kim"))
                .isInstanceOfSatisfying(
                        RunRefused.class, e -> assertThat(e.refusal()).isEqualTo(RunRefused.Cause.POOL_BUSY));

        driver.abort(run, "sam", "enough");
        await().until(() -> journal.held().isEmpty());
        assertThat(other.start("shop", RunOptions.USUAL, "kim", key)).isEqualTo(run);
        assertThat(journal.held()).isEmpty();
        assertThatThrownBy(() -> other.start("shop", RunOptions.USUAL, "kim", new StartKey("k1", "{cold}")))
                .isInstanceOfSatisfying(
                        RunRefused.class, e -> assertThat(e.refusal()).isEqualTo(RunRefused.Cause.KEY_REUSED))
                .hasMessageContaining("The key 'k1' started a run of service 'shop'");
    }

    @Test
    void an_abort_at_another_controller_says_that_the_run_moves_no_traffic_yet() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var other = driver("two", new FakeOutbox(), Duration.ofMinutes(5));
        String run = driver.start("shop", "kim");
        assertThat(other.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.TAKEN_BEFORE_TRAFFIC);
    }

    @Test
    void an_abort_at_another_controller_that_kafka_does_not_take_is_told_and_sent_again_until_the_run_restores()
            throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, Duration.ofMinutes(5));
        String run = ramping(driver);
        outbox.refuses(true);
        assertThat(other.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.UNDELIVERED);
        outbox.refuses(false);
        int refused = outbox.orders().size();
        await().until(() -> outbox.orders().size() > refused);
        assertThat(outbox.orders()).allSatisfy(order -> {
            assertThat(order.action()).isEqualTo(RedirectOrder.Action.RESTORE);
            assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE);
        });

        driver.abort(run, "kim", "as the redirector would make it");
        await().until(() -> journal.find(run).orElseThrow().state() == RunState.RESTORING);
        assertThat(other.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.TAKEN);
    }

    @Test
    void a_report_that_this_version_cannot_read_keeps_nobody_from_ending_this_run_or_another() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, Duration.ofMinutes(5));
        String run = ramping(driver);
        RunJournal.Claimed newer =
                journal.claim(cart(), "three", "kim", Instant.now()).claimed().orElseThrow();
        unreadable(newer.id());
        var remoteRuns = new RemoteRuns(journal);
        var remoteRestores = new RemoteRestores(outbox, Duration.ofSeconds(3), remoteRuns::state);
        remoteRestores.make(
                new RunJournal.Held("cart", newer.id(), newer.token(), "three"), Instant.now(), "sam: enough");
        assertThat(remoteRuns.state(newer.id())).isEmpty();
        remoteRestores.settle(Instant.now());

        assertThat(other.abort(newer.id(), "sam", "enough")).isCompletedWithValue(AbortAnswer.TAKEN);
        driver.abort(run, "sam", "enough");
        await().until(() -> remoteRuns.state(run).equals(Optional.of(RunState.RESTORING)));
    }

    @Test
    void a_run_that_is_over_is_known_although_this_version_cannot_read_its_report() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = driver.start("shop", "kim");
        driver.abort(run, "sam", "enough");
        await().until(() -> journal.held().isEmpty());
        unreadable(run);
        assertThat(driver.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.OVER);
        var other = driver("two", new FakeOutbox(), Duration.ofMinutes(5));
        assertThat(other.abort(run, "sam", "enough")).isCompletedWithValue(AbortAnswer.OVER);
    }

    /** A copy of the shop under another name. */
    private static ServiceDefinition cart() {
        ServiceDefinition shop = Shop.SERVICE;
        Pool pool = shop.pool();
        return new ServiceDefinition(
                new Pool(
                        "cart",
                        pool.tier(),
                        pool.hosts(),
                        pool.sut(),
                        pool.baselineShare(),
                        pool.maxShare(),
                        pool.userHeader(),
                        pool.envoy()),
                shop.rules(),
                shop.limits(),
                shop.sampling(),
                shop.targetRps(),
                shop.dependsOn(),
                shop.profile());
    }

    /** Changes the state as a newer controller may have written it. */
    private void unreadable(String run) {
        int changed = JdbcClient.create(database)
                .sql("update run set state = 'LEVITATING', report = regexp_replace(report, '\"state\":\"[A-Z]*\"',"
                        + " '\"state\":\"LEVITATING\"') where id = ?")
                .param(run)
                .update();
        assertThat(changed).isEqualTo(1);
        assertThatThrownBy(() -> journal.find(run)).isInstanceOf(JacksonException.class);
    }

    @Test
    void an_abort_sends_its_order_although_the_database_hangs_under_the_deciding_thread() throws Exception {
        var outbox = new FakeOutbox();
        var driver = driver("one", outbox, Duration.ofMinutes(5));
        String run = ramping(driver);
        try (var blocker = database.getConnection();
                var lock = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            long next = journal.lastSequence(run) + 10;
            for (long sequence = next; sequence < next + 5; sequence++) {
                // not committed: a writer of the same event waits
                lock.execute("insert into run_event values ('" + run + "', " + sequence + ", now(), 'x', 'x', '')");
            }
            for (int i = 0; i < 30; i++) {
                driver.handle("shop", new RunEvent.VerdictArrived(Shop.verdict(run, Instant.now(), 200, 2_000)));
            }
            int before = outbox.orders().size();
            driver.abort(run, "sam", "enough");
            assertThat(outbox.orders().subList(before, outbox.orders().size()))
                    .anyMatch(order -> order.action() == RedirectOrder.Action.RESTORE
                            && order.sequence() == RedirectOrder.LAST_SEQUENCE);
            blocker.rollback();
        }
        await().until(() -> state(driver, run) == RunState.RESTORING);
        var orders = outbox.orders();
        int abort = 0;
        while (orders.get(abort).sequence() != RedirectOrder.LAST_SEQUENCE) {
            abort++;
        }
        assertThat(orders.subList(abort, orders.size()))
                .as("not even a renewal by the thread that does not wait for the database")
                .allMatch(order -> order.action() == RedirectOrder.Action.RESTORE);
    }

    @Test
    void a_refused_order_tells_the_runs_own_controller_to_end_it() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = ramping(driver);
        Run known = driver.active().get(0);
        driver.handle(
                "shop",
                new RunEvent.ReportArrived(Shop.report(
                        Instant.now(), RedirectReport.Lease.REFUSED, known, EnvoyState.State.BASELINE, Shop.BASELINE)));
        await().until(() -> state(driver, run) == RunState.RESTORING);
    }

    @Test
    void all_runs_of_all_controllers_are_aborted_at_once() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, Duration.ofMinutes(5));
        String run = ramping(driver);
        assertThat(other.abortAll("sam", "fire")).isEqualTo(1);
        assertThat(outbox.orders()).extracting(RedirectOrder::run).containsOnly(run);
        assertThat(driver.abortAll("sam", "fire")).isEqualTo(1);
        await().until(() -> state(driver, run) == RunState.RESTORING);
    }

    @Test
    void nothing_begins_while_the_safety_lever_is_engaged() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        var engaged = new Engaged("sam", "incident 7", Instant.now());
        lever = () -> Optional.of(engaged);
        assertThatThrownBy(() -> driver.start("shop", "kim"))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("sam")
                .hasMessageContaining("incident 7");
        assertThat(journal.held()).isEmpty();
        assertThat(audit.entries()).anyMatch(it -> it.action() == AuditAction.RUN_REFUSED);
        lever = Optional::empty;
        assertThat(driver.start("shop", "kim")).isNotEmpty();
    }

    @Test
    void a_run_starts_when_its_pool_is_claimed_however_long_the_lever_and_the_history_took() throws Exception {
        var now = new AtomicReference<>(Instant.parse("2026-11-20T12:00:00Z"));
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5), new OneService(Shop.SERVICE), now::get);
        lever = () -> {
            now.set(Instant.parse("2026-11-20T12:00:20Z"));
            return Optional.empty();
        };
        String run = driver.start("shop", "kim");
        assertThat(driver.find(run).orElseThrow().startedAt()).isEqualTo(Instant.parse("2026-11-20T12:00:20Z"));
    }

    @Test
    void a_service_that_was_stored_under_other_rules_is_not_measured_and_the_refusal_says_why_and_what_to_do() {
        var old = new OneService(Shop.SERVICE) {
            @Override
            public Optional<ServiceDefinition> find(String name) {
                return Optional.of(ServiceCatalog.parsed(name, "service: shop"));
            }
        };
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5), old, InstantSource.system());
        assertThatThrownBy(() -> driver.start("shop", "kim"))
                .isInstanceOfSatisfying(RunRefused.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(RunRefused.Cause.INVALID_SERVICE))
                .hasMessageStartingWith(
                        "This version of Redliner refuses the stored definition of service shop: line 1:")
                .hasMessageEndingWith("apply it again with: redliner service apply -f FILE.");
        assertThat(journal.held()).isEmpty();
    }

    @Test
    void nothing_begins_in_a_controller_that_was_stopped_while_the_catalog_answered() {
        var driver = new AtomicReference<RunDriver>();
        var stops = new OneService(Shop.SERVICE) {
            @Override
            public Optional<ServiceDefinition> find(String name) {
                driver.get().stop();
                return super.find(name);
            }
        };
        driver.set(driver("one", new FakeOutbox(), Duration.ofMinutes(5), stops, InstantSource.system()));
        assertThatThrownBy(() -> driver.get().start("shop", "kim"))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("stopping");
        assertThat(journal.held()).isEmpty();
    }

    @Test
    void each_share_that_is_asked_is_audited_with_the_one_before() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = ramping(driver);
        driver.abort(run, "sam", "enough");
        await().until(() -> state(driver, run) == RunState.RESTORING);
        var traffic = audit.entries().stream()
                .filter(it -> it.action() == AuditAction.TRAFFIC_ASKED)
                .toList();
        assertThat(traffic).hasSizeGreaterThanOrEqualTo(2);
        assertThat(traffic.get(0).before()).isEqualTo("10%");
        assertThat(traffic.get(traffic.size() - 1).after()).isEqualTo("10%");
        assertThat(traffic.get(traffic.size() - 1).who()).isEqualTo("sam");
    }

    @Test
    void a_controller_without_a_run_is_ready_again_when_its_database_is() {
        var jdbc = new org.springframework.jdbc.core.JdbcTemplate(database);
        var driver = driver("one", new FakeOutbox(), Duration.ofSeconds(1));
        assertThat(driver.unwritten()).isEmpty();
        jdbc.execute("ALTER TABLE pool_lock RENAME TO away");
        await().until(() -> !driver.unwritten().isEmpty());
        jdbc.execute("ALTER TABLE away RENAME TO pool_lock");
        await().until(() -> driver.unwritten().isEmpty());
    }

    @Test
    void a_run_whose_controller_is_silent_is_taken_over_and_only_restored() throws Exception {
        RunJournal.Claimed left = journal.claim(
                        Shop.SERVICE, "gone", "kim", Instant.now().minusSeconds(60))
                .claimed()
                .orElseThrow();
        var outbox = new FakeOutbox();
        var driver = driver("two", outbox, Duration.ofSeconds(1));
        await().atMost(Duration.ofSeconds(20)).until(() -> !outbox.orders().isEmpty());
        assertThat(outbox.orders()).allSatisfy(order -> {
            assertThat(order.action()).isEqualTo(RedirectOrder.Action.RESTORE);
            assertThat(order.token()).isGreaterThan(left.token());
        });
        assertThat(state(driver, left.id())).isEqualTo(RunState.RESTORING);
        assertThat(audit.entries()).anyMatch(it -> it.action() == AuditAction.RUN_TAKEN_OVER);
    }

    @Test
    void a_run_that_is_taken_over_keeps_its_evidence_and_whoever_lost_it_ends_it_and_writes_no_more() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = ramping(driver);
        RunReport before = journal.find(run).orElseThrow();
        assertThat(before.steps()).isNotEmpty();
        JdbcClient.create(database)
                .sql("update pool_lock set owner = 'gone', owner_seen_at = ?")
                .param(java.time.OffsetDateTime.now().minusSeconds(60))
                .update();

        var other = driver("two", new FakeOutbox(), Duration.ofSeconds(1));

        await().atMost(Duration.ofSeconds(20)).until(() -> other.find(run)
                .filter(it -> it.state() == RunState.RESTORING && !it.steps().isEmpty())
                .isPresent());
        RunReport after = other.find(run).orElseThrow();
        assertThat(after.baseline()).isEqualTo(before.baseline());
        assertThat(after.began()).isEqualTo(before.began());
        assertThat(after.steps().get(0).from()).isEqualTo(before.steps().get(0).from());
        await().until(() -> journal.find(run).orElseThrow().state() == RunState.RESTORING);
        assertThat(journal.find(run).orElseThrow().steps()).hasSameSizeAs(after.steps());
        await().until(() -> driver.active().stream().allMatch(it -> it.state() == RunState.RESTORING));
        assertThat(driver.find(run).orElseThrow().reason()).contains("another controller");
        assertThat(journal.find(run).orElseThrow().reason()).contains("The run's controller died");
    }

    @Test
    void a_run_with_a_damaged_journal_is_restored_all_the_same_and_says_so() throws Exception {
        String run = ramping(driver("one", new FakeOutbox(), Duration.ofMinutes(5)));
        JdbcClient.create(database).sql("update run_event set payload = '{'").update();
        JdbcClient.create(database)
                .sql("update pool_lock set owner = 'gone', owner_seen_at = ?")
                .param(java.time.OffsetDateTime.now().minusSeconds(60))
                .update();
        var outbox = new FakeOutbox();
        var other = driver("two", outbox, Duration.ofSeconds(1));
        await().atMost(Duration.ofSeconds(20)).until(() -> other.find(run)
                .filter(it -> it.remarks().stream().anyMatch(that -> that.contains("cannot be read")))
                .isPresent());
        assertThat(state(other, run)).isEqualTo(RunState.RESTORING);
        assertThat(outbox.orders()).isNotEmpty().allMatch(it -> it.action() == RedirectOrder.Action.RESTORE);
    }

    @Test
    void a_run_begins_from_the_newest_measured_redline_unless_it_is_asked_not_to() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        measured(driver);
        assertThat(words(driver, RunOptions.USUAL)).contains("run shop-1: 700 rps");
        assertThat(words(driver, new RunOptions(null, true))).startsWith("began from nothing: it was asked to;");
    }

    @Test
    void hosts_are_planned_for_the_load_that_the_run_is_asked_for() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = driver.start("shop", new RunOptions(null, false, null, 7_000.0), "kim");
        assertThat(Shop.SERVICE.targetRps()).isNotEqualTo(7_000);
        assertThat(JdbcClient.create(database)
                        .sql("select definition from run where id = ?")
                        .param(run)
                        .query(String.class)
                        .single())
                .contains("\"targetRps\":7000.0");
    }

    @Test
    void a_dry_run_is_in_the_journal_and_in_the_audit_log() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = driver.start("shop", RunOptions.DRY, "kim");
        await().until(() -> journal.lastSequence(run) > 0);
        assertThat(journal.events(run, 0, 1).get(0).event().orElseThrow())
                .isInstanceOfSatisfying(RunEvent.Begun.class, begun -> assertThat(begun.dryRun())
                        .isTrue());
        assertThat(audit.entries())
                .anyMatch(it ->
                        it.action() == AuditAction.RUN_ACCEPTED && it.why().endsWith(", dry run"));
    }

    /** Makes a run appear to have measured 700 rps, and returns its report. */
    private String measured(RunDriver driver) throws RunRefused {
        driver.abort(driver.start("shop", "kim"), "sam", "enough");
        await().until(() -> journal.held().isEmpty());
        var jdbc = JdbcClient.create(database);
        jdbc.sql("update run set state = 'COMPLETED', report = replace(report, '\"redline\":null', ?)")
                .param("\"redline\":{\"rps\":700,\"low\":680,\"high\":720,\"safe\":690,\"limitingRule\":\"p99\","
                        + "\"atLeast\":false}")
                .update();
        return jdbc.sql("select report from run").query(String.class).single();
    }

    /** Each row: a part of the report of a run that measured a redline, and its replacement. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            textBlock =
                    """
            "rps":700         | "rps":"NaN"
            "low":680         | "low":"NaN"
            "high":720        | "high":"Infinity"
            "low":680         | "low":-680
            "rps":700         | "rps":-700
            "low":680         | "low":720
            "high":720        | "high":680
            "rps":700,        | ''
            "low":680,        | ''
            "high":720        | "high":null
            ,"atLeast":false  | ''
            "redline":{       | "redline":[],"other":{
            "id":"shop-1",    | ''
            "id":             | "other":
            "sut":            | "other":
            "endedAt":        | "other":
            {                 | not even JSON
            """)
    void a_report_that_makes_no_sense_keeps_no_run_from_beginning(String what, String instead) throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String sane = measured(driver);
        JdbcClient.create(database)
                .sql("update run set report = ?")
                .param(sane.replace(what, instead))
                .update();
        assertThat(sane).contains(what);
        assertThat(words(driver, RunOptions.USUAL)).startsWith("began from nothing: no earlier run");
    }

    @Test
    void a_run_knows_the_traffic_before_it_also_when_it_is_replayed() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = driver.start("shop", "kim");
        await().until(() -> driver.find(run).orElseThrow().began() != null);
        var began = driver.find(run).orElseThrow().began();
        assertThat(began.trafficSeconds()).isEqualTo(180);
        assertThat(began.words()).endsWith("3 min of the pool's traffic before the run were known");
        assertThat(journal.events(run, 0, 1).get(0).event().orElseThrow())
                .isInstanceOfSatisfying(
                        RunEvent.Begun.class,
                        begun -> assertThat(begun.beginning().traffic()).isEqualTo(TRAFFIC));
    }

    @Test
    void the_windows_of_a_run_hold_the_requests_of_its_rules_before_it() throws Exception {
        ServiceDefinition shop = Shop.SERVICE;
        RuleSpec p99 = shop.rules().get(0).with(2_000, OnFail.BACK_OFF);
        var thin = new ServiceDefinition(
                shop.pool(),
                List.of(p99, shop.rules().get(1)),
                shop.limits(),
                shop.sampling(),
                shop.targetRps(),
                shop.dependsOn(),
                shop.profile());
        var outbox = new FakeOutbox();
        var driver = driver("one", outbox, Duration.ofMinutes(5), new OneService(thin), InstantSource.system());
        String run = driver.start("shop", "kim");
        // 2,171 requests at the 100 per second that the SUT gets
        await().until(() -> !outbox.watches().isEmpty());
        assertThat(outbox.watches().get(0).rules())
                .extracting(rule -> rule.window().toSeconds())
                .containsExactly(25L, 10L);
        await().untilAsserted(() -> assertThat(driver.find(run).orElseThrow().remarks())
                .containsExactly("The SUT got about 100 requests per second before the run, so rules cover more time"
                        + " than declared: p99 25 s instead of 10 s."));
    }

    private String words(RunDriver driver, RunOptions options) throws Exception {
        String run = driver.start("shop", options, "kim");
        await().until(() -> driver.find(run).orElseThrow().began() != null);
        var began = driver.find(run).orElseThrow().began();
        driver.abort(run, "sam", "enough");
        await().until(() -> journal.held().isEmpty());
        return began.words();
    }

    @Test
    void only_a_run_that_is_being_restored_can_be_dismissed() throws Exception {
        var driver = driver("one", new FakeOutbox(), Duration.ofMinutes(5));
        String run = ramping(driver);
        assertThatThrownBy(() -> driver.dismiss(run, "sam", "why not")).isInstanceOf(RunRefused.class);
        var other = driver("two", new FakeOutbox(), Duration.ofMinutes(5));
        assertThatThrownBy(() -> other.dismiss(run, "sam", "why not"))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("driven by controller one");
        assertThat(other.dismiss("shop-999", "sam", "why not")).isFalse();
        driver.abort(run, "sam", "enough");
        await().until(() -> state(driver, run) == RunState.RESTORING);
        assertThat(driver.dismiss(run, "sam", "the pool is gone")).isTrue();
        await().until(() -> state(driver, run) == RunState.ABORTED);
        await().until(() -> journal.held().isEmpty());
        assertThatThrownBy(() -> other.dismiss(run, "sam", "why not")).hasMessageContaining("is over.");
    }
}
