package dev.redliner.testbench.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redliner.controller.access.TokenHash;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.Needs;
import dev.redliner.testbench.TestBrowser;
import dev.redliner.testbench.faults.Commands;
import dev.redliner.testbench.faults.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The identity provider is dead while a scheduled run moves real traffic, and a person aborts it (row 49). */
@MostlyWaits
class ProviderOutageIT {
    @TempDir
    private Path folder;

    /** A server whose people log in with a provider that does not answer. */
    private static List<String> settings(String breakGlass) {
        String oidc = "redliner.controller.access.oidc.";
        return List.of(
                "redliner.controller.access.login=oidc",
                "redliner.controller.access.break-glass=" + TokenHash.of(breakGlass),
                oidc + "issuer=http://127.0.0.1:" + Ports.free(),
                oidc + "client-id=redliner",
                oidc + "client-secret=secret",
                oidc + "audience=redliner-api",
                oidc + "grants[0].group=sre",
                oidc + "grants[0].roles=operator");
    }

    @Test
    void the_break_glass_token_aborts_and_the_login_page_names_it() throws Exception {
        Path chromium = Needs.chromium();
        String breakGlass = TokenHash.newToken();
        try (var shop = new ServedShop(folder);
                TestBrowser browser = new TestBrowser(chromium)) {
            ServeProcess server = shop.server();
            LocalDateTime at = LocalDateTime.now(ZoneOffset.UTC)
                    .truncatedTo(ChronoUnit.MINUTES)
                    .plusMinutes(2);
            String schedule = "schedule: once\nservice: shop\nat: " + at + "\nzone: UTC\n";
            assertThat(server.put("/api/v1/schedules/once", schedule).statusCode())
                    .isEqualTo(201);
            server.restart(settings(breakGlass), breakGlass);
            String run = scheduledRun(server);
            shop.awaitRamp(run);

            Page page = browser.newPage();
            page.navigate(server.url() + "/runs/" + run);
            page.waitForURL("**/login?to=*");
            page.locator("main a.btn").click();
            page.waitForURL("**/login?problem=unavailable");
            assertThat(page.locator(".problem")).containsText("The identity provider does not answer.");
            assertThat(page.locator(".problem")).containsText("break-glass token");
            assertThat(shop.overridden()).isTrue();

            assertThat(abort(server, run, breakGlass)).contains("is being aborted");
            shop.awaitBaseline();
            await("the run to end", () -> shop.state(run).equals("ABORTED"));
            assertThat(server.run(run).at("/reason").asString()).contains("break-glass", "the provider is down");
            assertThat(server.run(run).at("/restored/verified").asBoolean()).isTrue();
            await("the abort to be audited", () -> server.get("/api/v1/audit?who=break-glass&subject=" + run)
                    .body()
                    .matches("(?s).*\"who\":\"break-glass\"[^}]*the provider is down.*"));
        }
    }

    private static String scheduledRun(ServeProcess server) {
        var found = new ArrayList<String>();
        await("the schedule to begin a run", () -> {
            JsonNode runs = server.json(server.get("/api/v1/runs?service=shop"));
            runs.forEach(run -> found.add(run.path("id").asString()));
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** As a person does at a terminal, in a process of its own. */
    private static String abort(ServeProcess server, String run, String token)
            throws IOException, InterruptedException {
        ProcessBuilder command =
                new ProcessBuilder(Commands.redliner(List.of("run", "abort", run, "--why", "the provider is down")));
        command.environment().put("REDLINER_SERVER", server.url());
        command.environment().put("REDLINER_TOKEN", token);
        Process process = command.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
