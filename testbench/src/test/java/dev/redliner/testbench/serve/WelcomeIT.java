package dev.redliner.testbench.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.redliner.testbench.TestBrowser.accessible;
import static dev.redliner.testbench.TestBrowser.picture;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.Needs;
import dev.redliner.testbench.TestBrowser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server without a service, in a browser: it says what to do first, and that it is gone when it is. */
@MostlyWaits
class WelcomeIT {
    private static final double PATIENCE_MS = 30_000;

    @TempDir
    private Path folder;

    @Test
    void a_newcomer_declares_the_first_service_and_sees_that_the_server_is_gone() throws Exception {
        Path chromium = Needs.chromium();
        try (var server = new ServeProcess(folder.resolve("data"));
                TestBrowser browser = new TestBrowser(chromium)) {
            Page page = browser.newPage();
            page.navigate(server.url());
            assertThat(page.locator("h1")).hasText("How much can one host carry?");
            accessible(page);
            picture(page, 1280, 1000, "welcome");
            for (String empty : List.of("/", "/runs", "/schedules", "/find", "/compare", "/audit", "/notifications")) {
                page.navigate(server.url() + empty);
                accessible(page);
                picture(page, 320, 640, "narrow");
            }

            page.navigate(server.url());
            String example = page.locator("#example").textContent();
            // the update of the page every two seconds must not clear a selection of text
            page.evaluate("getSelection().selectAllChildren(document.getElementById('example'))");
            String before = page.locator("#parts").getAttribute("data-now");
            assertThat(page.locator("#parts")).not().hasAttribute("data-now", before);
            assertThat(page.evaluate("getSelection().toString().trim()")).isEqualTo(example.strip());
            assertThat(page.locator("[data-copy=example]")).isVisible();
            Page other = browser.newPage();
            other.navigate(server.url());
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Write it here"))
                    .click();
            page.waitForURL("**/services/new");
            assertThat(page.locator("#text").inputValue()).contains("service: checkout");
            page.locator("#text").fill(example);
            assertThat(page.locator("#checked")).containsText("Service checkout is valid.");
            page.locator("#apply").click();
            page.waitForURL("**/services/checkout");
            assertThat(other.locator("h1")).hasText("Overview");
            other.close();
            page.navigate(server.url());
            assertThat(page.locator("h1")).hasText("Overview");
            assertThat(page.locator("#live-text")).hasText("Live");

            server.kill();
            assertThat(page.locator("#live-text"))
                    .containsText("Disconnected since", new ContainsTextOptions().setTimeout(PATIENCE_MS));
            accessible(page);
        }
    }
}
