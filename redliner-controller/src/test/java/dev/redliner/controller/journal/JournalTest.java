package dev.redliner.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.capacity.CapacityMeters;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.WarmStartRequest;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.ServiceDefinition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The requirements on the journal for every database, with one subclass per database. */
abstract class JournalTest {
    private static final EarlierRedline EARLIER = new EarlierRedline(
            "shop-1", Instant.parse("2026-10-30T12:00:00Z"), 773, 750, 800, Map.of("a/process.start", 5.0));
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private RunJournal journal;
    private RunSummaries summaries;

    /** A database that the test may empty. */
    abstract DataSource database();

    @BeforeEach
    void migrate() {
        // a single object: a transaction belongs to the source on which it was begun
        DataSource database = database();
        TestSchema.recreate(database);
        journal = new JdbcRunJournal(
                JdbcClient.create(database),
                new TransactionTemplate(new DataSourceTransactionManager(database)),
                JsonMapper.builder().build());
        summaries = new RunSummaries(
                JdbcClient.create(database), JsonMapper.builder().build());
    }

    @Test
    void summaries_are_the_newest_runs_of_each_service() {
        var first = claim(named("basket"), NOW);
        finish(first, "basket");
        var second = claim(named("basket"), NOW.plusSeconds(60));
        var other = claim(named("mail"), NOW.plusSeconds(30));

        assertThat(ids(summaries.newest(RunFilter.ALL, 10))).containsExactly(second.id(), other.id(), first.id());
        assertThat(ids(summaries.newest(RunFilter.of("basket"), 1))).containsExactly(second.id());
        assertThat(ids(summaries.newest(RunFilter.ALL.in(RunState.ABORTED), 10)))
                .containsExactly(first.id());
        var by = new RunFilter(Optional.empty(), Optional.empty(), Optional.of("test"));
        assertThat(ids(summaries.newest(by, 10))).containsExactly(second.id(), other.id(), first.id());
        assertThat(summaries.newest(new RunFilter(Optional.empty(), Optional.empty(), Optional.of("ada")), 10))
                .isEmpty();
        assertThat(summaries.starters(List.of(first.id(), "none"))).isEqualTo(Map.of(first.id(), "test"));
        assertThat(summaries.starters(List.of())).isEmpty();
        assertThat(summaries.byService(1)).containsOnlyKeys("basket", "mail");
        assertThat(ids(summaries.byService(1).get("basket"))).containsExactly(second.id());
        assertThat(ids(summaries.byService(5).get("basket"))).containsExactly(second.id(), first.id());
        assertThat(summaries.completed()).isEmpty();
    }

    @Test
    void the_newest_runs_are_read_again_after_a_begin_an_end_and_a_minute() {
        JdbcClient jdbc = JdbcClient.create(database());
        var newest = new NewestRuns(jdbc, summaries, 12);
        assertThat(newest.at(NOW).byService()).isEmpty();
        var run = claim(named("basket"), NOW);
        assertThat(newest.at(NOW).byService().get("basket").get(0).state().over())
                .isFalse();
        finish(run, "basket");
        var read = newest.at(NOW);
        assertThat(read.byService().get("basket").get(0).state().over()).isTrue();
        assertThat(newest.at(NOW.plusSeconds(59))).isSameAs(read);
        assertThat(newest.at(NOW.plusSeconds(61))).isNotSameAs(read);
        jdbc.sql("delete from run").update();
        assertThat(newest.at(NOW).byService()).isEmpty();
    }

    @Test
    void dry_runs_hide_no_run_that_measures() {
        var measured = claim(named("basket"), NOW);
        finish(measured, "basket");
        var dry = claim(named("basket"), NOW.plusSeconds(60));
        finish(dry, "basket");
        for (RunState state : List.of(RunState.READY, RunState.NOT_READY)) {
            JdbcClient.create(database())
                    .sql("update run set state = ? where id = ?")
                    .params(state.name(), dry.id())
                    .update();
            assertThat(ids(summaries.newest(RunFilter.of("basket"), 1))).containsExactly(dry.id());
            assertThat(ids(summaries.newest(RunFilter.measuring("basket"), 1))).containsExactly(measured.id());
            assertThat(ids(summaries.byService(1).get("basket"))).containsExactly(measured.id());
        }
    }

    private RunJournal.Claimed claim(ServiceDefinition service, Instant at) {
        return journal.claim(service, "me", "test", at).claimed().orElseThrow();
    }

    private static List<String> ids(List<RunSummary> runs) {
        return runs.stream().map(RunSummary::id).toList();
    }

    @Test
    void looking_for_earlier_runs_keeps_no_connection() {
        for (int i = 0; i < 30; i++) {
            assertThat(journal.measured("shop", 20)).isEmpty();
        }
    }

    @Test
    void of_eight_claims_at_once_one_gets_the_pool() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try {
            Callable<RunJournal.Claim> claim = () -> journal.claim(Shop.SERVICE, "me", "test", NOW);
            var futures = threads.invokeAll(Collections.nCopies(8, claim));
            int won = 0;
            String winner = "";
            for (var future : futures) {
                if (future.get().claimed().isPresent()) {
                    won++;
                    winner = future.get().claimed().get().id();
                }
            }
            assertThat(won).isEqualTo(1);
            for (var future : futures) {
                if (future.get().claimed().isEmpty()) {
                    assertThat(future.get().holder()).contains(winner);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_key_starts_one_run_also_of_two_pools_and_is_forgotten_after_a_week() {
        var key = new StartKey("k1", "{}");
        RunJournal.Claimed first =
                journal.claim(named("basket"), "me", "test", NOW, key).claimed().orElseThrow();
        RunJournal.Claim second = journal.claim(named("mail"), "other", "test", NOW.plusSeconds(1), key);

        assertThat(second.claimed()).isEmpty();
        assertThat(second.holder()).contains(first.id());
        assertThat(journal.startedWith("k1", NOW.plus(Duration.ofDays(7))))
                .contains(new RunJournal.KeyedRun(first.id(), "basket", "{}"));
        assertThat(journal.startedWith("k2", NOW)).isEmpty();
        assertThat(journal.startedWith("k1", NOW.plus(Duration.ofDays(8))))
                .as("before any other key was added")
                .isEmpty();
        assertThat(journal.held())
                .as("what the refused claim took is free again")
                .hasSize(1);

        finish(first, "basket");
        journal.claim(named("mail"), "me", "test", NOW.plus(Duration.ofDays(8)), new StartKey("k2", "{}"));
        assertThat(journal.startedWith("k1", NOW)).isEmpty();
        assertThat(journal.startedWith("k2", NOW.plus(Duration.ofDays(8)))).isPresent();
    }

    @Test
    void of_eight_claims_at_once_with_one_key_one_gets_its_pool() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try {
            var key = new StartKey("k1", "{}");
            List<Callable<RunJournal.Claim>> claims = IntStream.range(0, 8)
                    .<Callable<RunJournal.Claim>>mapToObj(
                            i -> () -> journal.claim(named("pool-" + i), "me", "test", NOW, key))
                    .toList();
            List<String> won = new ArrayList<>();
            Set<String> holders = new HashSet<>();
            for (var future : threads.invokeAll(claims)) {
                future.get().claimed().ifPresent(claimed -> won.add(claimed.id()));
                future.get().holder().ifPresent(holders::add);
            }
            assertThat(won).hasSize(1);
            assertThat(holders).containsExactly(won.get(0));
            assertThat(journal.held()).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static ServiceDefinition named(String name, String... dependsOn) {
        Pool pool = Shop.SERVICE.pool();
        return new ServiceDefinition(
                new Pool(
                        name,
                        pool.tier(),
                        pool.hosts(),
                        pool.sut(),
                        pool.baselineShare(),
                        pool.maxShare(),
                        null,
                        pool.envoy()),
                Shop.SERVICE.rules(),
                Shop.SERVICE.limits(),
                Shop.SERVICE.sampling(),
                null,
                List.of(dependsOn),
                ServiceDefinition.USUAL_PROFILE);
    }

    @Test
    void of_two_services_with_a_dependency_in_common_one_is_measured_at_a_time() {
        var first = journal.claim(named("basket", "orders-db"), "me", "test", NOW)
                .claimed()
                .orElseThrow();
        var refused = journal.claim(named("search", "index", "orders-db"), "me", "test", NOW);
        assertThat(refused.claimed()).isEmpty();
        assertThat(refused.dependency()).contains("orders-db");
        assertThat(refused.holder()).contains(first.id());
        assertThat(journal.claim(named("mail", "index"), "me", "test", NOW).claimed())
                .as("a refused claim keeps nothing")
                .isPresent();
        finish(first, "basket");
        assertThat(journal.claim(named("search", "orders-db"), "me", "test", NOW)
                        .claimed())
                .isPresent();
    }

    private void finish(RunJournal.Claimed claimed, String pool) {
        Run run = Run.accepted(
                new RunFacts(claimed.id(), claimed.service(), claimed.token(), NOW, SearchSettings.DEFAULT));
        Run over = run.on(new RunEvent.AbortAsked("kim", "enough"), NOW).run();
        journal.finish(RunReports.of(over, NOW), pool, "me");
    }

    @Test
    void the_pools_that_are_held_are_told_with_their_runs() {
        assertThat(journal.held()).isEmpty();
        var claimed = journal.claim(Shop.SERVICE, "me", "test", NOW).claimed().orElseThrow();
        assertThat(journal.held()).containsExactly(new RunJournal.Held("shop", claimed.id(), claimed.token(), "me"));
        finish(claimed, "shop");
        assertThat(journal.held()).isEmpty();
    }

    @Test
    void only_completed_runs_of_the_same_service_are_its_history() {
        finish(claim("me"), "shop");
        assertThat(journal.measured("shop", 5)).isEmpty();
        for (int i = 0; i < 3; i++) {
            var claimed = claim("me");
            RunReport aborted = RunReports.of(
                    Run.accepted(new RunFacts(
                                    claimed.id(), claimed.service(), claimed.token(), NOW, SearchSettings.DEFAULT))
                            .on(new RunEvent.AbortAsked("kim", "enough"), NOW)
                            .run(),
                    NOW);
            journal.finish(completed(aborted, new RedlineReport(700, 680, 720.0, 690, "p99", false)), "shop", "me");
        }
        assertThat(journal.measured("shop", 5)).hasSize(3).allSatisfy(it -> assertThat(it.service())
                .isEqualTo(Shop.SERVICE));
        assertThat(journal.measured("shop", 2)).hasSize(2);
        assertThat(journal.measured("basket", 5)).isEmpty();
    }

    private static RunReport completed(RunReport run, RedlineReport redline) {
        return new RunReport(
                run.id(),
                run.service(),
                run.tier(),
                run.sut(),
                RunState.COMPLETED,
                run.reason(),
                run.startedAt(),
                run.endedAt(),
                redline,
                null,
                run.harm(),
                null,
                null,
                List.of(),
                null,
                List.of(),
                null);
    }

    @Test
    void tokens_only_grow() {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            var claimed = claim("me");
            assertThat(claimed.token()).isGreaterThan(last);
            last = claimed.token();
            end(claimed, "me");
        }
    }

    @Test
    void events_come_back_as_they_were() {
        var claimed = claim("me");
        var report = new RedirectReport(
                "shop", "r1", NOW, RedirectReport.Lease.LIVE, claimed.id(), 1, 2, new Share(5), null, List.of());
        List<RunEvent> events = List.of(
                new RunEvent.Begun("me"),
                new RunEvent.Begun("me", WarmStartRequest.from("gentle", EARLIER), null),
                new RunEvent.Begun("me", null, true),
                new RunEvent.Begun("me", null, false, List.of("a remark")),
                new RunEvent.ReportArrived(report),
                new RunEvent.VerdictArrived(Shop.verdict(claimed.id(), NOW, 100, 1000)),
                new RunEvent.TimePassed(),
                new RunEvent.AbortAsked("me", "enough"));
        for (int i = 0; i < events.size(); i++) {
            assertThat(journal.append(held(claimed, "me"), i + 1, NOW.plusMillis(i), events.get(i), "somewhere " + i))
                    .isTrue();
        }
        var read = journal.events(claimed.id(), 0, 100);
        assertThat(read.stream().map(it -> it.event().orElseThrow())).isEqualTo(events);
        assertThat(journal.lastSequence(claimed.id())).isEqualTo(events.size());
        assertThat(read.get(3).at()).isEqualTo(NOW.plusMillis(3));
        assertThat(read.get(3).outcome()).isEqualTo("somewhere 3");
        assertThat(journal.events(claimed.id(), 2, 2)).isEqualTo(read.subList(2, 4));
    }

    private static RunJournal.Held held(RunJournal.Claimed claimed, String owner) {
        return new RunJournal.Held(claimed.service().name(), claimed.id(), claimed.token(), owner);
    }

    @Test
    void an_event_that_cannot_be_read_hides_no_other_one() {
        var claimed = claim("me");
        for (int i = 1; i <= 3; i++) {
            journal.append(held(claimed, "me"), i, NOW, new RunEvent.TimePassed(), "");
        }
        JdbcClient jdbc = JdbcClient.create(database());
        jdbc.sql("update run_event set payload = 'not even JSON' where seq = 1").update();
        jdbc.sql("update run_event set kind = 'Levitated' where seq = 2").update();
        assertThat(journal.events(claimed.id(), 0, 100))
                .extracting(it -> it.event().isPresent())
                .containsExactly(false, false, true);
    }

    @Test
    void whoever_lost_a_run_learns_it_and_writes_nothing_about_it_any_more() {
        var claimed = claim("slow");
        assertThat(journal.alive(claimed.id(), "shop", "slow", NOW)).isTrue();
        assertThat(takeOver("me", NOW.plusSeconds(20))).hasSize(1);

        assertThat(journal.alive(claimed.id(), "shop", "slow", NOW.plusSeconds(21)))
                .isFalse();
        assertThat(journal.append(held(claimed, "slow"), 1, NOW, new RunEvent.TimePassed(), ""))
                .isFalse();
        assertThat(journal.events(claimed.id(), 0, 100)).isEmpty();
        RunReport restoring = RunReports.of(
                Run.accepted(new RunFacts(claimed.id(), claimed.service(), 2, NOW, SearchSettings.DEFAULT))
                        .on(new RunEvent.Recovered("x", 2, null, ""), NOW)
                        .run(),
                NOW);
        journal.show(restoring, "shop", "slow");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.PENDING);
        journal.show(restoring, "shop", "me");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.RESTORING);
    }

    @Test
    void events_of_runs_that_ended_long_ago_are_deleted_in_batches_and_their_reports_stay() {
        RunJournal.Claimed old = withEvents(claim("me"), 5);
        end(old, "me");
        RunJournal.Claimed live = withEvents(claim("me"), 3);
        assertThat(journal.events()).isEqualTo(8);

        assertThat(journal.deleteEvents(NOW, 2, NOW)).as("it ended just then").isFalse();
        Instant later = NOW.plusSeconds(1);
        int batches = 0;
        while (journal.deleteEvents(later, 2, later)) {
            batches++;
            assertThat(journal.events()).isEqualTo(3 + Math.max(0, 5 - 2 * batches));
        }

        assertThat(batches).as("2, 2, 1, and one that finds none").isEqualTo(4);
        assertThat(journal.events(live.id(), 0, 100)).hasSize(3);
        assertThat(journal.find(old.id()).orElseThrow().state()).isEqualTo(RunState.ABORTED);
        assertThat(journal.size()).isPresent();
    }

    private RunJournal.Claimed withEvents(RunJournal.Claimed claimed, int events) {
        for (int i = 1; i <= events; i++) {
            assertThat(journal.append(held(claimed, "me"), i, NOW, new RunEvent.TimePassed(), ""))
                    .isTrue();
        }
        return claimed;
    }

    @Test
    void the_measured_capacity_is_read_from_the_stored_reports_with_its_age_and_kind() {
        var meters = new SimpleMeterRegistry();
        var services = new HashSet<>(Set.of("shop", "basket"));
        var capacity = new CapacityMeters(journal, () -> services, meters);
        capacity.refresh();
        assertThat(meters.find("redliner.capacity.rps").gauges()).isEmpty();

        finishAs(new RedlineReport(700, 680, 720.0, 690, "p99", false));
        capacity.refresh();
        assertThat(gauge(meters, "redliner.capacity.rps", "redline")).isEqualTo(690);
        assertThat(gauge(meters, "redliner.capacity.measured.timestamp", "redline"))
                .isEqualTo(NOW.getEpochSecond());

        // by another controller that shares the database
        finishAs(new RedlineReport(800, 800, null, 790, null, true));
        new CapacityMeters(journal, () -> services, new SimpleMeterRegistry()).refresh();
        capacity.refresh();
        assertThat(gauge(meters, "redliner.capacity.rps", "at_least")).isEqualTo(800);
        assertThat(meters.find("redliner.capacity.rps").tag("kind", "redline").gauges())
                .isEmpty();

        services.remove("shop");
        capacity.refresh();
        assertThat(meters.find("redliner.capacity.rps").gauges()).isEmpty();
    }

    private static double gauge(SimpleMeterRegistry meters, String name, String kind) {
        return meters.get(name).tag("service", "shop").tag("kind", kind).gauge().value();
    }

    private Instant next = NOW;

    private void finishAs(RedlineReport redline) {
        next = next.plusSeconds(60);
        var claimed = journal.claim(Shop.SERVICE, "me", "test", next).claimed().orElseThrow();
        RunReport over = RunReports.of(
                Run.accepted(new RunFacts(
                                claimed.id(), claimed.service(), claimed.token(), NOW, SearchSettings.DEFAULT))
                        .on(new RunEvent.AbortAsked("kim", "enough"), NOW)
                        .run(),
                NOW);
        journal.finish(completed(over, redline), "shop", "me");
    }

    /** Takes over all runs whose owner was not seen for 15 s. */
    private List<RunJournal.Taken> takeOver(String owner, Instant now) {
        Instant seenBefore = now.minusSeconds(15);
        return journal.orphans(seenBefore).stream()
                .flatMap(orphan -> journal.takeOver(orphan, owner, seenBefore, now).stream())
                .toList();
    }

    @Test
    void a_run_whose_owner_is_silent_is_taken_over_once_with_a_higher_token() {
        var claimed = claim("dead");
        assertThat(takeOver("me", NOW.plusSeconds(10))).isEmpty();
        var taken = takeOver("me", NOW.plusSeconds(20));
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).accepted()).as("with its first token").contains(claimed);
        assertThat(taken.get(0).token()).isGreaterThan(claimed.token());
        assertThat(takeOver("another", NOW.plusSeconds(20))).isEmpty();
    }

    @Test
    void who_is_known_to_be_dead_is_succeeded_at_once_even_if_the_clock_was_set_back() {
        var claimed = claim("dead");
        Instant ages = NOW.plusSeconds(1_000_000_000);
        var taken = journal.orphans(ages).stream()
                .flatMap(orphan -> journal.takeOver(orphan, "me", ages, NOW.minusSeconds(90)).stream())
                .toList();
        assertThat(taken).singleElement().satisfies(run -> assertThat(run.held().run())
                .isEqualTo(claimed.id()));
    }

    @Test
    void a_run_that_its_own_owner_does_not_know_of_is_left_to_it_in_the_end() {
        // the run claimed the pool, and the answer to the claim was lost
        claim("me");
        assertThat(takeOver("me", NOW.plusSeconds(10))).isEmpty();
        assertThat(takeOver("me", NOW.plusSeconds(20))).hasSize(1);
    }

    @Test
    void a_run_that_is_over_is_not_shown_as_going_on_by_whoever_lost_it() {
        var claimed = claim("me");
        end(claimed, "me");
        var facts = new RunFacts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT);
        journal.show(RunReports.of(Run.accepted(facts), NOW), "shop", "me");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.ABORTED);
    }

    @Test
    void whoever_lost_a_run_cannot_end_it() {
        var claimed = claim("slow");
        assertThat(takeOver("me", NOW.plusSeconds(20))).hasSize(1);
        end(claimed, "slow");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.PENDING);
        assertThat(journal.claim(Shop.SERVICE, "slow", "test", NOW).claimed()).isEmpty();
        end(claimed, "me");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.ABORTED);
    }

    @Test
    void a_run_that_began_under_other_rules_is_taken_over_with_all_that_it_declares() {
        var claimed = claim("dead");
        JdbcClient.create(database())
                .sql("update run set definition = replace(definition, '\"unknownFor\":\"PT10S\"',"
                        + " '\"unknownFor\":\"PT5M\"')")
                .update();
        var taken = takeOver("me", NOW.plusSeconds(20)).get(0);
        assertThat(taken.problem()).isEmpty();
        assertThat(taken.accepted().orElseThrow().service().rules())
                .isEqualTo(claimed.service().rules());
        assertThat(taken.accepted().orElseThrow().service().limits().unknownFor())
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void a_run_whose_definition_and_report_are_damaged_is_taken_over_and_ended() {
        var claimed = claim("dead");
        JdbcClient.create(database())
                .sql("update run set definition = '{', report = '{'")
                .update();
        var taken = takeOver("me", NOW.plusSeconds(20)).get(0);
        assertThat(taken.accepted()).isEmpty();
        assertThat(taken.problem()).isNotBlank();
        assertThat(taken.token()).isGreaterThan(claimed.token());
        journal.interrupt(new RunJournal.Held("shop", claimed.id(), 2, "other"), "not its own", NOW);
        assertThat(journal.held()).hasSize(1);
        journal.interrupt(taken.held(), "cannot be read", NOW.plusSeconds(20));
        assertThat(journal.held()).isEmpty();
        RunReport report = journal.find(claimed.id()).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(report.service()).isEqualTo("shop");
        assertThat(report.reason()).isEqualTo("cannot be read");
        assertThat(report.unverified()).isEqualTo(UnverifiedRestore.NOT_WATCHED);
    }

    @Test
    void a_run_whose_owner_lives_is_left_alone() {
        var claimed = claim("alive");
        journal.alive(claimed.id(), "shop", "alive", NOW.plusSeconds(18));
        assertThat(takeOver("me", NOW.plusSeconds(20))).isEmpty();
    }

    @Test
    void what_a_run_has_to_show_is_kept_and_its_pool_is_free_again() {
        var claimed = claim("me");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.PENDING);
        end(claimed, "me");
        assertThat(journal.find(claimed.id()).orElseThrow().state()).isEqualTo(RunState.ABORTED);
        assertThat(journal.list(5)).hasSize(1);
        assertThat(journal.claim(Shop.SERVICE, "me", "test", NOW).claimed()).isPresent();
    }

    @Test
    void a_report_that_only_a_newer_version_can_read_hides_no_other_one() {
        var readable = claim("me");
        end(readable, "me");
        var newer = claim("me");
        JdbcClient.create(database())
                .sql("update run set state = 'LEVITATING', report = '{\"state\":\"LEVITATING\"}' where id = ?")
                .param(newer.id())
                .update();

        assertThat(journal.state(newer.id())).contains("LEVITATING");
        assertThat(journal.state("no-such-run")).isEmpty();
        assertThat(journal.list(5)).extracting(RunReport::id).containsExactly(readable.id());
    }

    @Test
    void a_report_that_was_stored_without_the_cause_of_an_unverified_restore_is_read() {
        var claimed = claim("me");
        end(claimed, "me");
        int changed = JdbcClient.create(database())
                .sql("update run set report = replace(report, ',\"unverified\":null', '')"
                        + " where report like '%,\"unverified\":null%'")
                .update();
        assertThat(changed).isOne();
        RunReport report = journal.find(claimed.id()).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.ABORTED);
        assertThat(report.unverified()).isNull();
    }

    private RunJournal.Claimed claim(String owner) {
        return journal.claim(Shop.SERVICE, owner, "test", NOW).claimed().orElseThrow();
    }

    private void end(RunJournal.Claimed claimed, String owner) {
        var facts = new RunFacts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT);
        Run over = Run.accepted(facts)
                .on(new RunEvent.AbortAsked("me", "test"), NOW)
                .run();
        journal.finish(RunReports.of(over, NOW), "shop", owner);
    }
}
