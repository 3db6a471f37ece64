package dev.redliner.testbench.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.redliner.testbench.TestBrowser.accessible;
import static dev.redliner.testbench.TestBrowser.picture;
import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.TokenHash;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.Needs;
import dev.redliner.testbench.TestBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a login, in a real browser, while a run moves real traffic (row 33). */
@MostlyWaits
class LoginIT {
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path folder;

    private static List<Role> roles(String... roles) {
        return Stream.of(roles).map(Role::parse).toList();
    }

    /** @return the token of a program with every right */
    private String accounts() throws IOException {
        String token = TokenHash.newToken();
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                folder.resolve("data/accounts.yaml"),
                "accounts:\n  users:\n"
                        + AccountEntry.user("vic", PASSWORD, roles("viewer"))
                        + AccountEntry.user("otto", PASSWORD, roles("operator:other-*"))
                        + AccountEntry.user("ana", PASSWORD, roles("operator:shop"))
                        + "  tokens:\n"
                        + AccountEntry.token("ci", token, roles("admin")));
        return token;
    }

    @Test
    void a_viewer_and_an_operator_of_another_pool_cannot_abort_and_the_operator_of_the_pool_can() throws Exception {
        Path chromium = Needs.chromium();
        String token = accounts();
        try (var shop = new ServedShop(folder, data -> ServeProcess.withLogin(data, token));
                TestBrowser browser = new TestBrowser(chromium)) {
            String run = shop.rampingRun();
            String address = shop.server().url() + "/runs/" + run;
            Page page = browser.newPage();

            page.navigate(address);
            page.waitForURL("**/login?to=*");
            accessible(page);
            logIn(page, "vic", "a guess");
            assertThat(page.locator("#login-problem")).hasText("The name or the password is wrong.");
            picture(page, 1280, 800, "login");
            logIn(page, "vic", PASSWORD);
            page.waitForURL("**/runs/" + run);
            assertThat(page.locator("#viewer")).containsText("You are a viewer.");
            assertThat(page.locator("#log")).containsText("The run was accepted.");
            cannotAbort(page, run);
            accessible(page);
            picture(page, 1280, 800, "viewer");
            cannotStart(page, shop.server().url());
            logOut(page);

            page.navigate(address);
            logIn(page, "otto", PASSWORD);
            page.waitForURL("**/runs/" + run);
            cannotAbort(page, run);
            logOut(page);
            assertThat(shop.state(run)).isNotEqualTo("ABORTED");

            page.navigate(address);
            logIn(page, "ana", PASSWORD);
            page.waitForURL("**/runs/" + run);
            page.locator("#abort-now").click();
            assertThat(page.locator("#answer")).containsText("Abort taken");
            shop.awaitBaseline();
            await("the run to end", () -> shop.state(run).equals("ABORTED"));
            assertThat(shop.server().run(run).at("/reason").asString()).contains("ana");
            logOut(page);
            page.navigate(shop.server().url() + "/services/shop");
            logIn(page, "vic", PASSWORD);
            page.waitForURL("**/services/shop");
            startsNothing(page);
            logOut(page);
            page.navigate(shop.server().url() + "/services/shop");
            logIn(page, "ana", PASSWORD);
            page.waitForURL("**/services/shop");
            assertThat(page.locator("#start-form button")).isEnabled();

            page.navigate(shop.server().url() + "/audit");
            assertThat(page.locator("tbody")).containsText("access.refused");
            assertThat(page.locator("tbody")).containsText("vic may not abort runs of shop.");
            assertThat(page.locator("tbody")).containsText("otto may not abort runs of shop.");
        }
    }

    private static void logIn(Page page, String name, String password) {
        page.locator("input[name=name]").fill(name);
        page.locator("input[name=password]").fill(password);
        page.locator("#login button").click();
    }

    private static void logOut(Page page) {
        page.locator(".me summary").click();
        page.locator("#logout").click();
        page.waitForURL("**/login");
    }

    /** The form of the service is there while no run is active; the requests are refused in any case. */
    private static void cannotStart(Page page, String server) {
        page.navigate(server + "/services/shop");
        Object statuses = page.evaluate(
                "async () => [(await fetch('/api/v1/runs', {method: 'POST', headers: {'Content-Type': 'application/json'},"
                        + " body: '{\"service\": \"shop\"}'})).status, (await fetch('/services/shop/runs', {method: 'POST',"
                        + " headers: {'Content-Type': 'application/x-www-form-urlencoded'}, body: ''})).status]");
        assertThat(statuses).isEqualTo(List.of(403, 403));
    }

    private static void startsNothing(Page page) {
        for (String form : List.of("#start-form", "#dry-run-form")) {
            assertThat(page.locator(form + " button")).isDisabled();
            assertThat(page.locator(form + " button")).hasAttribute("title", Pattern.compile(".+"));
        }
        accessible(page);
    }

    /** Neither with the button nor with a request from the page. */
    private static void cannotAbort(Page page, String run) {
        assertThat(page.locator("#abort-now")).isDisabled();
        Object status = page.evaluate(
                "async (run) => (await fetch(`/api/v1/runs/${run}/abort`, {method: 'POST'})).status", run);
        assertThat(status).isEqualTo(403);
    }
}
