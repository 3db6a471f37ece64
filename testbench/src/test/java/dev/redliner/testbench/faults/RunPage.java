package dev.redliner.testbench.faults;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The live page of a run in a real browser. */
final class RunPage implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;
    private final Page page;

    private RunPage(Path chromium, URI address) {
        playwright = Playwright.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-quic", "--disable-gpu")));
        page = browser.newPage();
        page.navigate(address.toString());
    }

    /**
     * @param chromium path of the browser
     */
    static RunPage open(Path chromium, URI address) {
        return new RunPage(chromium, address);
    }

    void screenshot(Path file) {
        page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
    }

    void shows(String text) {
        PlaywrightAssertions.assertThat(page.locator("body")).containsText(text);
    }

    /** Presses the abort button and checks that the abort was accepted. */
    void abort() {
        page.locator("#abort-now").click();
        PlaywrightAssertions.assertThat(page.locator("#answer")).containsText("Abort taken");
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
