package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that schedules begin, on a real server with a real Envoy and real traffic. */
@MostlyWaits
class ScheduledRunIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> SCHEDULES = List.of("one", "two");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    @TempDir
    private Path folder;

    @Test
    void rows_6_26_and_36_one_of_two_schedules_runs_and_a_blackout_ends_it_while_a_receiver_of_notifications_hangs() {
        try (var receiver = new HangingReceiver();
                var shop = new ServedShop(folder, data -> ServeProcess.with(data, settings(receiver)))) {
            ServeProcess server = shop.server();
            int minute = Instant.now().plusSeconds(75).atZone(ZoneOffset.UTC).getMinute();
            SCHEDULES.forEach(name -> apply(server, name, minute, ""));
            await("a schedule to begin a run", PATIENCE, () -> SCHEDULES.stream()
                    .anyMatch(it -> run(server, it).startsWith("shop-")));
            String first = SCHEDULES.stream()
                    .filter(it -> run(server, it).startsWith("shop-"))
                    .findFirst()
                    .orElseThrow();
            String run = run(server, first);
            String other = first.equals("one") ? "two" : "one";
            await("the other to wait", () -> server.json(server.get("/api/v1/schedules/" + other))
                    .at("/waiting/reason")
                    .asString("")
                    .contains("Run " + run + " is active on this pool."));
            shop.awaitRamp(run);

            // the traffic must be back a minute before
            Instant blackout = Instant.now()
                    .plusSeconds(61)
                    .truncatedTo(ChronoUnit.MINUTES)
                    .plusSeconds(60);
            SCHEDULES.forEach(name -> apply(
                    server,
                    name,
                    minute,
                    "blackouts: [{from: \"" + TIME.format(blackout) + "\", to: \""
                            + TIME.format(blackout.plus(Duration.ofHours(2))) + "\"}]\n"));
            await("the run to end", PATIENCE, () -> shop.state(run).equals("ABORTED"));
            shop.awaitBaseline();
            assertThat(server.run(run).at("/reason").asString()).contains("a blackout", "schedule " + first);
            assertThat(Instant.parse(server.run(run).at("/endedAt").asString())).isBefore(blackout);
            await("the other not to run either", PATIENCE, () -> kept(server, other)
                    .contains("A blackout"));
            assertThat(server.get("/api/v1/runs?service=shop").body()).doesNotContain("shop-2");

            // each attempt waited for its time limit, and nothing else did
            assertThat(receiver.attempts()).isGreaterThan(1);
            assertThat(server.get("/api/v1/notifications").body()).contains("\"failing\":true");
            receiver.mend();
            await("the events that were held back", PATIENCE, () -> receiver.received().stream()
                    .anyMatch(event -> event.contains("dev.redliner.run.ended")));
            assertThat(receiver.received().get(0)).contains("dev.redliner.run.accepted");
            await(
                    "the destination to work",
                    () -> !server.get("/api/v1/notifications").body().contains("\"failing\":true"));
        }
    }

    private static List<String> settings(HangingReceiver receiver) {
        String prefix = "redliner.controller.notifications.";
        return List.of(
                prefix + "timeout=1s",
                prefix + "first-retry=1s",
                prefix + "longest-retry=5s",
                prefix + "destinations.ops.kind=webhook",
                prefix + "destinations.ops.url=" + receiver.url(),
                prefix + "destinations.ops.secret=a-secret-of-a-test",
                prefix + "destinations.ops.events=run.accepted,run.ended");
    }

    @Test
    void row_28_a_time_at_which_everything_was_down_is_made_up_for_once_if_the_schedule_says_so() {
        try (var shop = new ServedShop(folder)) {
            ServeProcess server = shop.server();
            Instant due = Instant.now().plusSeconds(65).truncatedTo(ChronoUnit.MINUTES);
            int minute = due.atZone(ZoneOffset.UTC).getMinute();
            apply(server, "one", minute, "window: 1m\nmisfire: run-once\n");
            apply(server, "two", minute, "window: 1m\n");
            server.kill();
            await("the window to be over", PATIENCE, () -> Instant.now().isAfter(due.plusSeconds(62)));

            server.start();
            await("the schedule that makes up for it", PATIENCE, () -> run(server, "one")
                    .startsWith("shop-"));
            String run = run(server, "one");
            await("the other to be skipped", () -> kept(server, "two").contains("\"state\":\"SKIPPED\""));
            assertThat(run(server, "two")).isEmpty();

            server.kill();
            server.start();
            await("the run to be ended", PATIENCE, () -> shop.state(run).equals("INTERRUPTED"));
            shop.awaitBaseline();
            assertThat(server.json(server.get("/api/v1/schedules/one/firings")).at("/past"))
                    .hasSize(1);
            assertThat(server.json(server.get("/api/v1/runs?service=shop"))).hasSize(1);
        }
    }

    private static void apply(ServeProcess server, String name, int minute, String more) {
        String text = "schedule: " + name + "\nservice: shop\ncron: \"" + minute
                + " * * * *\"\nzone: UTC\ncooldown: 0s\n" + more;
        var answer = server.put("/api/v1/schedules/" + name, text);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    }

    /** The run that the schedule began; empty if it has begun none. */
    private static String run(ServeProcess server, String schedule) {
        return server.json(server.get("/api/v1/schedules/" + schedule + "/firings"))
                .at("/past/0/run")
                .asString("");
    }

    /** The firings of a schedule, with the one that waits. */
    private static String kept(ServeProcess server, String schedule) {
        return server.get("/api/v1/schedules/" + schedule).body()
                + server.get("/api/v1/schedules/" + schedule + "/firings").body();
    }
}
