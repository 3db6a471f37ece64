package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.Needs;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Rows of the fault matrix about the controller's answers when it, its database or its proxy fails: PostgreSQL. */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class ControllerFaultsIT {
    private static final Path FOLDER = Path.of("target", "faults", "controllers");
    private static final String SECOND = "controller-2";
    private static final String PUBLIC = "https://redliner.example";

    private EmbeddedPostgres postgres;
    private FaultProxy toDatabase;
    private LiveCluster cluster;
    private LivePool shop;

    @BeforeAll
    void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        toDatabase = FaultProxy.to(postgres.getPort());
        cluster = LiveCluster.start(Fresh.folder(FOLDER), at(toDatabase.port(), CONTROLLER), SECOND);
        cluster.add(SECOND, Part.CONTROLLER, at(postgres.getPort(), SECOND).settings());
        shop = cluster.pool(PoolPlan.of("shop", 150));
    }

    private static JournalDatabase at(int port, String controller) {
        return JournalDatabase.postgres(port, "postgres", "postgres", "postgres")
                .with("--redliner.data=" + FOLDER.resolve(controller + "-data").toAbsolutePath())
                .with("--redliner.controller.web.public-origins=" + PUBLIC);
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
        toDatabase.close();
        postgres.close();
    }

    @AfterEach
    void everythingIsUpAgain() {
        toDatabase.mend();
        cluster.thaw(ANALYZER);
        cluster.revive(CONTROLLER, SECOND);
    }

    @Test
    void row_51_another_controller_keeps_the_evidence_of_a_run_whose_controller_was_killed() {
        String run = shop.startAndAwaitShift();
        awaitSteps(run, 3);
        RestoreTimer watch = shop.watch();
        RunReport before = cluster.api().find(run).orElseThrow();

        cluster.kill(CONTROLLER);

        Rows.restored("51", watch);
        RunReport end = awaitEndAt(SECOND, run);
        assertThat(end.state()).as(end.reason()).isEqualTo(RunState.INTERRUPTED);
        assertThat(end.reason()).contains("controller died");
        Rows.verified(end);
        Rows.keeps(before, end);
        System.out.println("  " + end.steps().size() + " steps, harm " + end.harm() + ", " + end.remarks());
    }

    @Test
    void row_47_without_a_database_the_page_has_the_run_and_its_button_works() {
        Path chromium = Needs.chromium();
        String run = shop.startAndAwaitShift();
        // the first page of a process takes some seconds, and without a database each takes two more
        cluster.api().get("/");
        RestoreTimer watch = shop.watch();
        // without the analyzer's verdicts the run cannot end before the check
        cluster.freeze(ANALYZER);
        toDatabase.cut();
        Rows.restored("47 (no database)", watch);

        Web.Answer overview = cluster.api().get("/");
        assertThat(overview.status()).isEqualTo(200);
        assertThat(overview.body()).contains("The database does not answer", "data-abort=\"" + run + "\"");
        Web.Answer own = cluster.api().get("/runs/" + run);
        assertThat(own.status()).isEqualTo(200);
        assertThat(own.body())
                .contains("The database does not answer", "data-run=\"" + run + "\"", "id=\"abort-now\"")
                .doesNotContain("id=\"abort\" hidden");
        assertThat(cluster.api().get("/api/v1/runs").body()).contains("\"id\":\"" + run + "\"");
        try (RunPage page = RunPage.open(chromium, cluster.api().base().resolve("/runs/" + run))) {
            page.shows("The database does not answer");
            page.screenshot(FOLDER.resolve("without-database.png"));
            page.abort();
        }
        assertThat(button(run, PUBLIC).status()).isEqualTo(202);

        cluster.thaw(ANALYZER);
        toDatabase.mend();
        Rows.verified(shop.awaitEnd(run));
    }

    @Test
    void row_47_behind_a_proxy_that_replaces_the_host_the_button_works_and_no_other_site_has_one() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        assertThat(button(run, "https://evil.example").status()).isEqualTo(403);
        assertThat(button(run, PUBLIC).status()).isEqualTo(202);

        Rows.restored("47 (proxy)", watch);
        Rows.ended(shop, run, RunState.ABORTED, "on the page");
        Web.Answer again = button(run, PUBLIC);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).contains("over already");
    }

    /**
     * Sends the request of the page's button, as a browser does and as a proxy with another Host header forwards it.
     */
    private Web.Answer button(String run, String origin) {
        return Web.send(HttpRequest.newBuilder(cluster.api().base().resolve("/api/v1/runs/" + run + "/abort"))
                .header("content-type", "application/json")
                .header("origin", origin)
                .header("sec-fetch-site", "same-origin")
                .POST(BodyPublishers.ofString("{\"why\":\"aborted on the page\"}")));
    }

    private void awaitSteps(String run, int steps) {
        Await.await(
                "step " + steps + " of " + run,
                Duration.ofSeconds(60),
                () -> cluster.api().find(run).orElseThrow().steps().size() >= steps,
                () -> String.valueOf(cluster.api().find(run)));
    }

    private RunReport awaitEndAt(String controller, String run) {
        RunReport end = cluster.api(controller).awaitEnd(run);
        System.out.println("  " + run + " " + end.state() + ": " + end.reason());
        return end;
    }
}
