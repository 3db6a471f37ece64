package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.COLLECTOR;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.standalone.traffic.TrafficCounts;
import dev.redliner.testbench.faults.StubbornEnvoy.Manner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows of the fault matrix that concern one pool. Each row has its own pool, with its own Envoy and traffic, so several
 * rows run at once on the same four parts.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PoolFaultsIT {
    private static final Path FOLDER = Path.of("target", "faults", "pools");
    private static final String OF_SUT = "collector-of-sut";
    private static final String OF_PEER = "collector-of-peer";
    private static final String OF_OTHER_PEER = "collector-of-other-peer";
    private static final double RPS = 100;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private LiveCluster cluster;

    @BeforeAll
    void start() {
        cluster = LiveCluster.start(Fresh.folder(FOLDER), JournalDatabase.h2(), OF_SUT, OF_PEER, OF_OTHER_PEER);
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ConcurrentRow
    void row_04_an_order_with_an_older_token_is_refused_and_moves_nothing() {
        try (LivePool pool = cluster.pool(PoolPlan.of("fenced", RPS));
                var redirects = new Topic(cluster.kafka(), Topics.REDIRECTS);
                var reports = new Topic(cluster.kafka(), Topics.ACKS)) {
            Rows.verified(pool.aborted(pool.startAndAwaitShift()));
            String run = pool.startAndAwaitShift();
            RedirectOrder live = newest(redirects, pool.name());
            var stale = new RedirectOrder(
                    pool.name(),
                    "an-older-run",
                    live.token() - 1,
                    live.sequence() + 1_000,
                    RedirectOrder.Action.SHIFT,
                    Share.ofFraction(0.79),
                    Instant.now(),
                    Duration.ofSeconds(3),
                    live.revision());
            try (var lookout = new Lookout(pool)) {
                redirects.send(pool.name(), JSON.writeValueAsBytes(stale));

                awaitReport(reports, pool.name(), "REFUSED");
                assertThat(lookout.highest()).as("the share since").isLessThan(0.79);
            }
            Rows.verified(pool.aborted(run));
        }
    }

    private static RedirectOrder newest(Topic redirects, String pool) {
        var orders = new ArrayDeque<RedirectOrder>();
        Await.await(
                "an order",
                Duration.ofSeconds(20),
                () -> {
                    redirects.news().stream()
                            .filter(record -> pool.equals(record.key()))
                            .map(record -> JSON.readValue(record.value(), RedirectOrder.class))
                            .filter(order -> order.action() == RedirectOrder.Action.SHIFT)
                            .forEach(orders::push);
                    return !orders.isEmpty();
                },
                () -> "none");
        return orders.element();
    }

    private static void awaitReport(Topic reports, String pool, String text) {
        Await.await(
                "a report that says " + text,
                Duration.ofSeconds(20),
                () -> reports.news().stream()
                        .filter(record -> pool.equals(record.key()))
                        .anyMatch(record -> new String(record.value(), StandardCharsets.UTF_8).contains(text)),
                () -> "others");
    }

    @ConcurrentRow
    void row_05_of_eight_starts_at_once_one_is_accepted_and_seven_are_told_which() {
        try (LivePool pool = cluster.pool(PoolPlan.of("wanted", RPS))) {
            List<Web.Answer> answers = java.util.stream.IntStream.range(0, 8)
                    .mapToObj(i -> java.util.concurrent.CompletableFuture.supplyAsync(
                            () -> cluster.api().start(pool.name()), task -> new Thread(task).start()))
                    .toList()
                    .stream()
                    .map(java.util.concurrent.CompletableFuture::join)
                    .toList();

            List<Web.Answer> accepted =
                    answers.stream().filter(answer -> answer.status() == 202).toList();
            assertThat(accepted).as("%s", answers).hasSize(1);
            String run = ControllerApi.text(accepted.get(0), "id");
            assertThat(answers)
                    .filteredOn(answer -> answer.status() == 409)
                    .hasSize(7)
                    .allSatisfy(answer ->
                            assertThat(ControllerApi.text(answer, "activeRun")).isEqualTo(run));
            pool.aborted(run);
        }
    }

    /** DisorderTest proves, on the analyzer alone, that the verdicts are identical. */
    @ConcurrentRow
    void row_12_duplicated_and_reordered_batches_do_not_disturb_a_run() {
        try (LivePool pool = cluster.pool(PoolPlan.of("echo", RPS));
                var samples = new Topic(cluster.kafka(), Topics.SAMPLES)) {
            String run = pool.startAndAwaitShift();
            int step = steps(run);
            double duplicates = cluster.metric(ANALYZER, "redliner_analyzer_duplicates_total");

            Await.await(
                    "two more steps while every batch comes twice, the second time late and in reverse",
                    Duration.ofSeconds(60),
                    () -> {
                        var batches = new java.util.ArrayList<>(samples.news());
                        java.util.Collections.reverse(batches);
                        batches.stream()
                                .filter(record -> pool.name().equals(record.key()))
                                .forEach(record -> samples.send(record.key(), record.value()));
                        return steps(run) >= step + 2;
                    },
                    () -> String.valueOf(cluster.api().find(run)));

            assertThat(cluster.metric(ANALYZER, "redliner_analyzer_duplicates_total"))
                    .isGreaterThan(duplicates + 10);
            Rows.verified(pool.aborted(run));
        }
    }

    private int steps(String run) {
        return cluster.api().find(run).orElseThrow().steps().size();
    }

    private void stepsOn(LivePool pool, String run, int more) {
        int step = steps(run);
        Await.await(
                "run " + run + " to take " + more + " more steps",
                Duration.ofSeconds(60),
                () -> steps(run) >= step + more || pool.state(run).over(),
                () -> String.valueOf(cluster.api().find(run)));
        assertThat(steps(run)).as(pool.reason(run)).isGreaterThanOrEqualTo(step + more);
    }

    @ConcurrentRow
    void row_13_what_cannot_be_decoded_is_set_aside_and_the_run_goes_on() {
        try (LivePool pool = cluster.pool(PoolPlan.of("litter", RPS))) {
            String run = pool.startAndAwaitShift();
            var oversized = new byte[900_000];
            Arrays.fill(oversized, (byte) '{');

            for (String topic : List.of(
                    Topics.SAMPLES, Topics.WATCHES, Topics.VERDICTS, Topics.REDIRECTS, Topics.ACKS, Topics.POOLS)) {
                try (var litter = new Topic(cluster.kafka(), topic)) {
                    litter.send(pool.name(), "not what you think".getBytes(StandardCharsets.UTF_8));
                    litter.send(pool.name(), "{\"pool\":\"litter\"}".getBytes(StandardCharsets.UTF_8));
                    litter.send(pool.name(), new byte[] {0, -1, 127, -128});
                    litter.send(pool.name(), oversized);
                }
            }

            stepsOn(pool, run, 1);
            assertThat(cluster.metric(ANALYZER, "redliner_analyzer_undecodable_total"))
                    .isPositive();
            assertThat(cluster.metric(CONTROLLER, "redliner_controller_undecodable_total"))
                    .isPositive();
            assertThat(cluster.metric(COLLECTOR, "redliner_collector_set_aside_total"))
                    .isPositive();
            assertThat(cluster.metric(REDIRECTOR, "redliner_redirector_records_set_aside_total"))
                    .isPositive();
            Rows.verified(pool.aborted(run));
        }
    }

    @ConcurrentRow
    void row_14_a_dead_collector_of_the_sut_makes_the_run_hold_and_then_restore() {
        PoolPlan plan = PoolPlan.of("sut-node", RPS)
                .withRule("{id: memory, pass: 'host.memory.used <= 0.999', window: 2s, onFail: back-off}");
        try (LivePool pool = cluster.pool(plan)) {
            cluster.add(OF_SUT, Part.COLLECTOR, node(pool.name(), pool.sut()));
            String run = pool.startAndAwaitShift();
            RestoreTimer watch = pool.watch();
            double held = pool.override().orElseThrow();
            try (var lookout = new Lookout(pool)) {
                cluster.kill(OF_SUT);

                Rows.restoredAfterPatience("14 (the SUT's own)", watch, pool);
                Rows.ended(pool, run, RunState.INCONCLUSIVE, "memory");
                assertThat(lookout.highest()).as("the share since").isLessThanOrEqualTo(held);
            }
        }
    }

    @ConcurrentRow
    void row_15_a_run_goes_on_without_one_of_two_peers_collectors_and_says_so() {
        PoolPlan plan = PoolPlan.of("peer-node", RPS)
                .withoutMetrics()
                .withRule("{id: threads, pass: 'peers.jvm.threads_live_threads > 0.0', window: 2s, onFail: back-off}");
        try (LivePool pool = cluster.pool(plan)) {
            cluster.add(OF_PEER, Part.COLLECTOR, page(pool, 1));
            cluster.add(OF_OTHER_PEER, Part.COLLECTOR, page(pool, 2));
            String run = pool.startAndAwaitShift();

            cluster.kill(OF_PEER);

            stepsOn(pool, run, 2);
            RunReport end = pool.aborted(run);
            Rows.verified(end);
            assertThat(end.remarks()).anySatisfy(remark -> assertThat(remark)
                    .contains(pool.peers().get(0)));
            cluster.kill(OF_OTHER_PEER);
        }
    }

    /** Settings of a collector that reads the page of one host. */
    private static List<String> page(LivePool pool, int index) {
        Host host = pool.hosts().hosts().get(index);
        String reporter = "--redliner.collector.reporters[0].";
        return List.of(
                reporter + "pool=" + pool.name(),
                reporter + "host=" + host.id(),
                reporter + "scrape=" + host.metrics());
    }

    private static List<String> node(String pool, String host) {
        return List.of("--redliner.collector.pool=" + pool, "--redliner.collector.node=" + host);
    }

    @ConcurrentRow
    void row_16_samples_of_a_wrong_clock_are_not_judged() {
        PoolPlan plan = PoolPlan.of("clock", RPS)
                .withRule("{id: memory, pass: 'host.memory.used <= 0.99', window: 2s, onFail: back-off}");
        try (LivePool pool = cluster.pool(plan);
                var collector = new FakeNode(cluster.kafka(), pool.name(), pool.sut())) {
            double skewed = cluster.metric(ANALYZER, "redliner_analyzer_skewed_total");
            collector.clockIs(Duration.ofMinutes(5));

            RunReport end = pool.awaitEnd(pool.start());

            assertThat(end.state()).isEqualTo(RunState.REFUSED);
            assertThat(end.reason()).contains("memory");
            assertThat(cluster.metric(ANALYZER, "redliner_analyzer_skewed_total"))
                    .isGreaterThan(skewed);

            collector.clockIs(Duration.ZERO);
            String run = pool.startAndAwaitShift();
            RestoreTimer watch = pool.watch();
            collector.clockIs(Duration.ofMinutes(-5));
            Rows.restoredAfterPatience("16", watch, pool);
            Rows.ended(pool, run, RunState.INCONCLUSIVE, "memory");
        }
    }

    @ConcurrentRow
    void row_17_what_is_not_a_number_never_passes_a_rule() {
        try (var page = new MetricsPage(queue("3"));
                LivePool pool = cluster.pool(PoolPlan.of("numbers", RPS)
                        .withRule("{id: queue, pass: 'app.queue_depth <= 100.0', window: 2s, onFail: back-off}")
                        .withMetrics(page.url()))) {
            for (String value : List.of("NaN", "-Inf")) {
                page.shows(queue("3"));
                String run = pool.startAndAwaitShift();
                RestoreTimer watch = pool.watch();

                page.shows(queue(value));

                Rows.restoredAfterPatience("17 (" + value + ")", watch, pool);
                Rows.ended(pool, run, RunState.INCONCLUSIVE, "queue");
            }
        }
    }

    private static String queue(String depth) {
        return "# TYPE queue_depth gauge\nqueue_depth " + depth + "\n";
    }

    @ConcurrentRow
    void row_17_a_counter_that_starts_again_is_no_increase_below_zero_and_no_burst() {
        try (var page = new MetricsPage(jobs(1_000_000));
                LivePool pool = cluster.pool(PoolPlan.of("reset", RPS)
                        .withRule("{id: jobs, pass: 'app.jobs_total >= 0.0 && app.jobs_total <= 50.0', window: 2s,"
                                + " onFail: stop}")
                        .withMetrics(page.url()))) {
            String run = pool.startAndAwaitShift();

            page.shows(jobs(5));

            // the first step may have been decided before the page was read again
            stepsOn(pool, run, 2);
            Rows.verified(pool.aborted(run));
        }
    }

    private static String jobs(long done) {
        return "# TYPE jobs_total counter\njobs_total " + done + "\n";
    }

    @ConcurrentRow
    void row_18_a_share_that_an_envoy_rejects_does_not_count_and_is_taken_back() {
        try (LivePool pool = cluster.pool(PoolPlan.of("nack", RPS))) {
            try (var envoy = new StubbornEnvoy(cluster.xdsPort(), pool.name(), Manner.REJECTS);
                    var reader = new FakeEnvoyReader(cluster.kafka(), pool.name(), pool.sut(), StubbornEnvoy.NODE)) {
                String run = pool.start();
                awaitOverrideOrEnd(pool, run);
                RestoreTimer watch = pool.watch();

                Rows.restored("18", watch);
                RunReport end = Rows.ended(pool, run, RunState.INCONCLUSIVE, "rejected");
                assertThat(end.steps()).noneMatch(step -> step.counted());
            }
        }
    }

    @ConcurrentRow
    void row_19_an_envoy_that_never_acknowledges_makes_the_run_inconclusive() {
        try (LivePool pool = cluster.pool(PoolPlan.of("silent", RPS))) {
            try (var envoy = new StubbornEnvoy(cluster.xdsPort(), pool.name(), Manner.IGNORES);
                    var reader = new FakeEnvoyReader(cluster.kafka(), pool.name(), pool.sut(), StubbornEnvoy.NODE)) {
                String run = pool.start();
                awaitOverride(pool);
                RestoreTimer watch = pool.watch();

                Rows.restoredAfterPatience("19", watch, pool);
                RunReport end = Rows.ended(pool, run, RunState.INCONCLUSIVE, "confirmed");
                assertThat(end.steps()).noneMatch(step -> step.counted());
            }
        }
    }

    /** Two Envoys share the port and so the traffic, and one of them is cut off from the redirector. */
    @ConcurrentRow
    void row_19_an_envoy_that_keeps_its_share_to_itself_makes_the_run_inconclusive() {
        try (LivePool pool = cluster.pool(PoolPlan.of("half", 2 * RPS).throughTwoEnvoys())) {
            pool.cutOffSecondEnvoy();
            // the first shift may end before it can be observed
            RunReport end = pool.awaitEnd(pool.start());

            assertThat(end.state()).as(end.reason()).isEqualTo(RunState.INCONCLUSIVE);
            assertThat(end.reason()).containsAnyOf("asked for", "xds_stream_lost");
            Rows.verified(end);
        }
    }

    @ConcurrentRow
    void row_20_a_sut_that_dies_is_out_of_rotation_and_its_run_aborted() {
        try (LivePool pool = cluster.pool(PoolPlan.of("dead", RPS))) {
            String run = pool.startAndAwaitShift();

            pool.hosts().kill(pool.sut());

            awaitNoOverride(pool);
            awaitCleanTraffic(pool);
            RunReport end = pool.awaitEnd(run);
            System.out.println("row 20: " + end.state() + ": " + end.reason());
            assertThat(end.state()).as(end.reason()).isEqualTo(RunState.ABORTED);
            assertThat(pool.hosts().hosts()).hasSize(PoolPlan.HOSTS);
        }
    }

    private static void awaitNoOverride(LivePool pool) {
        Await.await(
                "Envoy to hold no share of ours",
                RestoreBound.ofPatience(pool.patience()),
                () -> pool.override().isEmpty(),
                () -> pool.override().toString());
    }

    /** Waits for two hundred answers in a row without a failure. */
    private static void awaitCleanTraffic(LivePool pool) {
        var from =
                new java.util.concurrent.atomic.AtomicReference<>(pool.traffic().counts());
        Await.await(
                "users to be served without errors",
                RestoreBound.ofPatience(pool.patience()),
                () -> {
                    TrafficCounts before = from.get();
                    TrafficCounts now = pool.traffic().counts();
                    if (bad(now) > bad(before)) {
                        from.set(now);
                    }
                    return now.answered() > from.get().answered() + 200;
                },
                () -> from.get() + " and then " + pool.traffic().counts());
    }

    private static long bad(TrafficCounts counts) {
        return counts.failed() + counts.answered() - counts.byStatus().getOrDefault(200, 0L);
    }

    @ConcurrentRow
    void row_21_a_sut_that_is_restarted_makes_the_result_invalid() {
        try (LivePool pool = cluster.pool(PoolPlan.of("restarted", RPS))) {
            String run = pool.startAndAwaitShift();
            RestoreTimer watch = pool.watch();

            pool.hosts().kill(pool.sut());
            pool.hosts().revive(pool.sut());

            Rows.restoredAfterPatience("21", watch, pool);
            RunReport end = Rows.ended(pool, run, RunState.ABORTED, "");
            assertThat(end.redline()).isNull();
        }
    }

    @ConcurrentRow
    void row_22_weights_that_somebody_else_edits_are_left_alone_and_the_run_is_aborted() {
        try (LivePool pool = cluster.pool(PoolPlan.of("edited", RPS))) {
            String run = pool.startAndAwaitShift();

            pool.admin().edit(20);

            awaitNoOverride(pool);
            RunReport end = pool.awaitEnd(run);
            System.out.println("row 22: " + end.state() + ": " + end.reason());
            assertThat(end.state()).as(end.reason()).isEqualTo(RunState.ABORTED);
            assertThat(pool.admin().edited()).as("their value").isEqualTo("20");
        }
    }

    @ConcurrentRow
    void row_23_a_run_whose_peers_could_not_carry_the_load_is_refused_before_it_begins() {
        try (LivePool pool = cluster.pool(PoolPlan.of("narrow", RPS).ofBusyHosts());
                var lookout = new Lookout(pool)) {
            RunReport end = pool.awaitEnd(pool.start());

            assertThat(end.state()).as(end.reason()).isEqualTo(RunState.REFUSED);
            assertThat(end.reason()).contains("could not carry the load");
            assertThat(lookout.highest()).isZero();
        }
    }

    @ConcurrentRow
    void row_24_peers_that_suffer_while_the_sut_is_fine_abort_the_run() {
        try (LivePool pool = cluster.pool(PoolPlan.of("outside", RPS))) {
            String run = pool.startAndAwaitShift();
            RestoreTimer watch = pool.watch();

            pool.peers().forEach(peer -> pool.hosts().slow(peer, 300));

            Rows.restoredAfterPatience("24", watch, pool);
            Rows.ended(pool, run, RunState.ABORTED, "outside");
        }
    }

    /** The rejection may end the share before it can be observed. The run's reason then shows that there was one. */
    private static void awaitOverrideOrEnd(LivePool pool, String run) {
        Await.await(
                "the real Envoy to take the share",
                Duration.ofSeconds(60),
                () -> pool.override().isPresent() || pool.state(run).over(),
                () -> "no override");
    }

    private static void awaitOverride(LivePool pool) {
        Await.await(
                "the real Envoy to take the share",
                Duration.ofSeconds(60),
                () -> pool.override().isPresent(),
                () -> "no override");
    }

    @ConcurrentRow
    void row_31_a_hostile_rule_is_refused_with_the_place_marked() {
        String deep = "(".repeat(3_000) + "errors <= 1.0" + ")".repeat(3_000);
        String huge = "errors <= 1.0" + " || errors <= 1.0".repeat(20_000);
        String looping = "[1, 2, 3].all(a, [1, 2, 3].all(b, [1, 2, 3].all(c, errors <= 1.0)))";
        String regex = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+$')";
        for (String rule : List.of(deep, huge, looping, regex, "latency.p99 <= 200")) {
            Web.Answer answer = cluster.api().apply("hostile", service(rule));

            assertThat(answer.status()).as(answer.body()).isIn(413, 422);
            if (answer.status() == 422) {
                assertThat(answer.body()).contains("\"line\"", "\"column\"");
            }
        }
        assertThat(cluster.api().get("/api/v1/services/hostile").status()).isEqualTo(404);
        assertThat(cluster.ready(CONTROLLER)).isTrue();
    }

    private static String service(String rule) {
        return """
                service: hostile
                pool: {hosts: ["a=127.0.0.1:1", "b=127.0.0.1:2"], sut: a, maxShare: 80%%}
                envoy: {listen: "127.0.0.1:3", admin: "http://127.0.0.1:4"}
                rules:
                  - {id: r, pass: "%s", onFail: back-off}
                """
                .formatted(rule);
    }

    @ConcurrentRow
    void row_38_a_reader_of_events_that_was_cut_off_misses_none() throws Exception {
        try (LivePool pool = cluster.pool(PoolPlan.of("followed", RPS));
                FaultProxy link = FaultProxy.to(cluster.http(CONTROLLER).getPort())) {
            String run = pool.start();
            var reader = new EventReader(link.port(), run);
            for (int i = 0; i < 3; i++) {
                reader.readUntilCut(link, 10);
            }
            cluster.api().abort(run, "seen enough");
            reader.readToTheEnd();

            pool.awaitEnd(run);
            assertThat(reader.ids()).as("every event once, in order").isEqualTo(reader.firstNumbers());
            assertThat(reader.ids()).hasSizeGreaterThan(30);
        }
    }

    @ConcurrentRow
    void row_32_a_metrics_page_that_redirects_is_not_followed() {
        try (var page = new MetricsPage(queue("1"));
                var inner = new MetricsPage("secret 1\n")) {
            page.redirectsTo(inner.url());
            try (LivePool pool = cluster.pool(PoolPlan.of("redirected", RPS).withMetrics(page.url()))) {
                String run = pool.startAndAwaitShift();

                assertThat(page.asked()).isPositive();
                assertThat(inner.asked()).as("requests to where it was sent").isZero();
                assertThat(cluster.api()
                                .get("/api/v1/audit?limit=1000&subject=" + run)
                                .body())
                        .contains("target.blocked", "redirects are not followed");
                Rows.verified(pool.aborted(run));
            }
        }
    }
}
