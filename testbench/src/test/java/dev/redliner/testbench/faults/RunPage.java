package dev.redliner.testbench.faults;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.redliner.testbench.TestBrowser;
import java.net.URI;
import java.nio.file.Path;

/** The live page of a run in a real browser. */
final class RunPage implements AutoCloseable {
    private final TestBrowser browser;
    private final Page page;

    private RunPage(Path chromium, URI address) {
        browser = new TestBrowser(chromium);
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
    }
}
