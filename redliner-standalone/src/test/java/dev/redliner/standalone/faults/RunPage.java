package dev.redliner.standalone.faults;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The live page of a run in a real browser. */
final class RunPage implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;
    private final Page page;

    private RunPage(String chromium, URI address) {
        playwright = Playwright.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(Path.of(chromium))
                        .setArgs(List.of("--no-sandbox", "--disable-quic", "--disable-gpu")));
        page = browser.newPage();
        page.navigate(address.toString());
    }

    /** Empty if there is no browser on this machine. */
    static Optional<RunPage> open(URI address) {
        String chromium = chromium();
        return chromium.isEmpty() ? Optional.empty() : Optional.of(new RunPage(chromium, address));
    }

    /** By the project's own step. */
    private static String chromium() {
        try {
            Process step = new ProcessBuilder(
                            Path.of("..", "bin", "find-chromium").toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String found = new String(step.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            step.waitFor();
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    void screenshot(Path file) {
        page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
    }

    void shows(String text) {
        PlaywrightAssertions.assertThat(page.locator("body")).containsText(text);
    }

    /** Presses the button, is sure, and reads that it was taken. */
    void abort() {
        page.locator("#abort-ask").click();
        page.locator("#abort-yes").click();
        PlaywrightAssertions.assertThat(page.locator("#answer")).containsText("Abort taken");
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
