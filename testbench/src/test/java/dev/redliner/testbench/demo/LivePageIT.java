package dev.redliner.testbench.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.Runs;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.testbench.Needs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page in a real browser, on a run of the front-end tier; ended by a person on the page. */
class LivePageIT {
    private static final double PATIENCE_MS = 90_000;

    @TempDir
    private Path folder;

    @Test
    void a_person_watches_a_run_of_the_front_end_tier_and_aborts_it() throws Exception {
        Path chromium = Needs.chromium();
        try (Demo demo = Demo.start(new Demo.Settings(Tier.FRONT_END, folder, 0, 5), System.out::println);
                Playwright playwright =
                        Playwright.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new LaunchOptions()
                                .setExecutablePath(chromium)
                                .setArgs(List.of("--no-sandbox", "--disable-quic", "--disable-gpu")))) {
            Page page = browser.newPage();
            List<String> complaints = new ArrayList<>();
            page.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    complaints.add(message.text());
                }
            });
            String run = demo.startRun();
            page.navigate(demo.url().resolve("/runs/" + run).toString());

            assertThat(page.locator("#state"))
                    .hasAttribute("data-state", "RAMPING", new HasAttributeOptions().setTimeout(PATIENCE_MS));
            assertThat(page.locator("#chart-load canvas").first()).isVisible();
            assertThat(page.locator("#rules")).containsText("slo");
            assertThat(page.locator("#steps")).containsText("ramp");

            assertThat(page.locator("#k-redline"))
                    .containsText("rps", new ContainsTextOptions().setTimeout(PATIENCE_MS));

            // a picture of a run that has just begun says little
            assertThat(page.locator("#steps tr").nth(5)).isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MS));
            assertThat(page.locator("[data-state-of='" + run + "']")).not().hasText("baselining");
            picture(page, 1280, 1000, "live-run");
            picture(page, 390, 844, "live-run-phone");

            page.locator("#abort-ask").click();
            page.locator("#abort-yes").click();

            assertThat(page.locator("#state"))
                    .hasAttribute("data-state", "ABORTED", new HasAttributeOptions().setTimeout(PATIENCE_MS));
            assertThat(page.locator("#result")).isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MS));
            assertThat(page.locator("#abort")).isHidden();
            // the estimate on the way was no result, and is not shown as one
            assertThat(page.locator("#k-redline")).hasText("–");
            RunReport report = demo.standalone().part(Runs.class).find(run).orElseThrow();
            assertThat(report.state()).isEqualTo(RunState.ABORTED);
            assertThat(report.restored()).isNotNull();
            assertThat(report.restored().verified()).isTrue();
            assertThat(complaints).isEmpty();
        }
    }

    /** The whole page as a file of the folder {@code redliner.pictures}, from which those of the documents come. */
    private static void picture(Page page, int width, int height, String name) {
        page.setViewportSize(width, height);
        // charts follow the width a moment later; a page that stays wider than the screen times out here
        page.waitForCondition(() -> (int) page.evaluate("document.documentElement.scrollWidth") <= width);
        Path file = Path.of(System.getProperty("redliner.pictures", "target/pictures"), name + ".png");
        page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
    }
}
