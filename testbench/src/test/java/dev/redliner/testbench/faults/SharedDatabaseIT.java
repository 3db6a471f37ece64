package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.testbench.MostlyWaits;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rows of the fault matrix about the database, and about two controllers that share one: PostgreSQL. */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class SharedDatabaseIT {
    private static final Path FOLDER = Path.of("target", "faults", "shared-database");
    private static final String SECOND = "controller-2";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** The duration in the fault matrix. It is longer than the other controller waits before it takes over. */
    private static final Duration FROZEN = Duration.ofSeconds(60);

    private EmbeddedPostgres postgres;
    private FaultProxy firstToDatabase;
    private FaultProxy secondToDatabase;
    private LiveCluster cluster;
    private LivePool shop;

    @BeforeAll
    void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        firstToDatabase = FaultProxy.to(postgres.getPort());
        secondToDatabase = FaultProxy.to(postgres.getPort());
        cluster = LiveCluster.start(Fresh.folder(FOLDER), through(firstToDatabase, CONTROLLER), SECOND);
        cluster.add(SECOND, Part.CONTROLLER, through(secondToDatabase, SECOND).settings());
        shop = cluster.pool(PoolPlan.of("shop", 150));
    }

    /** Each controller has its own data on disk. */
    private static JournalDatabase through(FaultProxy link, String controller) {
        return JournalDatabase.postgres(link.port(), "postgres", "postgres", "postgres")
                .with("--redliner.data=" + data(controller));
    }

    private static Path data(String controller) {
        return FOLDER.resolve(controller + "-data").toAbsolutePath();
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
        firstToDatabase.close();
        secondToDatabase.close();
        postgres.close();
    }

    @AfterEach
    void everythingIsUpAgain() {
        firstToDatabase.mend();
        secondToDatabase.mend();
        cluster.revive(CONTROLLER, SECOND);
    }

    @Test
    void row_01_another_controller_ends_the_run_of_one_that_was_killed() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.kill(CONTROLLER);

        Rows.restored("1 (another replica)", watch);
        try (var lookout = new Lookout(shop)) {
            Rows.verified(awaitEndAt(SECOND, run, RunState.INTERRUPTED));
            assertThat(lookout.highest())
                    .as("the share under the other controller")
                    .isZero();
        }
    }

    @Test
    void row_04_a_controller_that_stood_still_for_a_minute_is_fenced_off() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.freeze(CONTROLLER);

        Rows.restored("4", watch);
        long frozenAt = System.nanoTime();
        Rows.verified(awaitEndAt(SECOND, run, RunState.INTERRUPTED));
        Await.await(
                "a minute to pass",
                FROZEN.multipliedBy(2),
                () -> System.nanoTime() - frozenAt > FROZEN.toNanos(),
                () -> "");
        double refused = refused();
        try (var lookout = new Lookout(shop)) {
            cluster.thaw(CONTROLLER);
            Await.await(
                    "its orders to be refused",
                    Duration.ofSeconds(30),
                    () -> refused() > refused,
                    () -> cluster.process(REDIRECTOR).said());
            cluster.awaitReady(CONTROLLER);
            assertThat(lookout.highest()).as("the share after it went on").isZero();
        }
        assertThat(cluster.api(SECOND).find(run).orElseThrow().state()).isEqualTo(RunState.INTERRUPTED);
    }

    private double refused() {
        return cluster.metric(REDIRECTOR, "redliner_redirector_orders_refused_total");
    }

    @Test
    void row_05_of_eight_starts_at_once_one_is_accepted_and_seven_are_told_which() throws Exception {
        var starts = new ArrayList<Callable<Web.Answer>>();
        for (int i = 0; i < 8; i++) {
            ControllerApi api = cluster.api(i % 2 == 0 ? CONTROLLER : SECOND);
            starts.add(() -> api.start("shop"));
        }
        List<Web.Answer> answers = atOnce(starts);

        List<Web.Answer> accepted =
                answers.stream().filter(answer -> answer.status() == 202).toList();
        assertThat(accepted).as("%s", answers).hasSize(1);
        String run = ControllerApi.text(accepted.get(0), "id");
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .hasSize(7)
                .allSatisfy(answer ->
                        assertThat(ControllerApi.text(answer, "activeRun")).isEqualTo(run));
        for (String controller : List.of(CONTROLLER, SECOND)) {
            cluster.api(controller).abort(run, "enough");
        }
        awaitEndAt(CONTROLLER, run, RunState.ABORTED);
    }

    private static List<Web.Answer> atOnce(List<Callable<Web.Answer>> starts)
            throws InterruptedException, ExecutionException {
        var pool = Executors.newFixedThreadPool(starts.size());
        try {
            var answers = new ArrayList<Web.Answer>();
            for (Future<Web.Answer> answer : pool.invokeAll(starts)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void row_07_a_database_that_refuses_ends_the_share_with_no_step_up() {
        databaseFails("7 (cut)", () -> {
            firstToDatabase.cut();
            secondToDatabase.cut();
        });
    }

    @Test
    void row_07_a_database_that_does_not_answer_ends_the_share_with_no_step_up() {
        databaseFails("7 (mute)", () -> {
            firstToDatabase.mute();
            secondToDatabase.mute();
        });
    }

    private void databaseFails(String row, Runnable fault) {
        String run = shop.startAndAwaitShift();
        double held = shop.override().orElseThrow();
        RestoreTimer watch = shop.watch();
        try (var lookout = new Lookout(shop)) {
            fault.run();

            Rows.restored(row, watch);
            assertThat(lookout.highest()).as("the share since").isLessThanOrEqualTo(held);
        }
        assertThat(cluster.api().start("shop").status()).as("a new run").isNotEqualTo(202);
        assertThat(cluster.ready(CONTROLLER)).as("readiness").isFalse();
        firstToDatabase.mend();
        secondToDatabase.mend();
        Rows.verified(shop.awaitEnd(run));
        assertThat(shop.state(run)).isIn(RunState.INCONCLUSIVE, RunState.INTERRUPTED);
    }

    @Test
    void row_08_a_person_aborts_while_the_database_refuses() {
        abortWithout("8 (cut)", () -> {
            firstToDatabase.cut();
            secondToDatabase.cut();
        });
    }

    @Test
    void row_08_a_person_aborts_while_the_database_does_not_answer() {
        abortWithout("8 (mute)", () -> {
            firstToDatabase.mute();
            secondToDatabase.mute();
        });
    }

    private void abortWithout(String row, Runnable fault) {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();
        fault.run();

        assertThat(cluster.api().abort(run, "enough").status()).as("the abort").isEqualTo(202);

        Rows.restored(row, watch);
        awaitSpooled(run);
        Instant back = mended();
        Rows.verified(shop.awaitEnd(run));
        assertAudited(run, back);
    }

    @Test
    void row_08_what_was_done_without_the_database_is_audited_although_its_controller_was_killed_meanwhile() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();
        firstToDatabase.cut();
        secondToDatabase.cut();

        assertThat(cluster.api().abort(run, "enough").status()).as("the abort").isEqualTo(202);

        Rows.restored("8 (cut, then killed)", watch);
        awaitSpooled(run);
        cluster.kill(CONTROLLER);
        Instant back = mended();
        awaitEndAt(SECOND, run, RunState.INTERRUPTED);
        cluster.restart(CONTROLLER);
        assertAudited(run, back);
    }

    private Instant mended() {
        Instant back = Instant.now();
        firstToDatabase.mend();
        secondToDatabase.mend();
        return back;
    }

    /** The entry is in the spool on the controller's disk, where a kill and a power cut preserve it. */
    private static void awaitSpooled(String run) {
        Path spool = data(CONTROLLER).resolve("audit-spool.jsonl");
        Await.await(
                "the abort on disk",
                Duration.ofSeconds(10),
                () -> text(spool).contains("enough") && text(spool).contains(run),
                () -> text(spool));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The audit log contains the abort with its author, time and reason, and the end of the run. */
    private void assertAudited(String run, Instant databaseBack) {
        Await.await(
                "the abort and the end of " + run + " in the audit log",
                Duration.ofSeconds(60),
                () -> abort(run).isPresent()
                        && audit(run).stream()
                                .anyMatch(it -> it.path("action").asString().equals("run.ended")),
                () -> audit(run).toString());
        JsonNode abort = abort(run).orElseThrow();
        assertThat(abort.path("who").asString()).isEqualTo("127.0.0.1");
        assertThat(Instant.parse(abort.path("at").asString()))
                .as("when it was done")
                .isBefore(databaseBack);
        String verification = cluster.api().get("/api/v1/audit/verification").body();
        assertThat(JSON.readTree(verification).path("holds").asBoolean())
                .as(verification)
                .isTrue();
    }

    private Optional<JsonNode> abort(String run) {
        return audit(run).stream()
                .filter(it -> it.path("after").asString().equals("RESTORING")
                        && it.path("why").asString().contains("enough"))
                .findFirst();
    }

    private List<JsonNode> audit(String run) {
        Web.Answer answer = cluster.api().get("/api/v1/audit?limit=1000&subject=" + run);
        return answer.status() == 200
                ? JSON.readTree(answer.body()).valueStream().toList()
                : List.of();
    }

    /** The end of a run in the journal, which every controller can read. */
    private RunReport awaitEndAt(String controller, String run, RunState state) {
        RunReport end = cluster.api(controller).awaitEnd(run);
        System.out.println("  " + run + " " + end.state() + ": " + end.reason());
        assertThat(end.state()).as(end.reason()).isEqualTo(state);
        return end;
    }
}
