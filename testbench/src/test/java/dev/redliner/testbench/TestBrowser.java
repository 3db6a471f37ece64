package dev.redliner.testbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Chromium of this machine, without a window. */
public final class TestBrowser implements AutoCloseable {
    private final Playwright playwright;
    private final Browser browser;

    /** @param chromium path of the browser */
    public TestBrowser(Path chromium) {
        playwright = Playwright.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-quic", "--disable-gpu")));
        yieldToHosts();
    }

    /**
     * Lowers the browser's priority. It shares the machine with the hosts of the test, and a run ends when it makes them
     * slow. Without {@code renice} the priority stays as it is.
     */
    private static void yieldToHosts() {
        var command = new ArrayList<>(List.of("renice", "-n", "10", "-p"));
        ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("chrom"))
                .forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            System.err.println("The browser keeps its priority: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A context of its own: no cookie of another one. */
    public BrowserContext newContext() {
        return browser.newContext();
    }

    /** A context that runs no script. */
    public BrowserContext newContextWithoutScript() {
        return browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false));
    }

    public Page newPage() {
        return browser.newPage();
    }

    /** Asserts that a page has no violation of WCAG 2.2 A and AA or of good practice, in the light and the dark theme. */
    public static void accessible(Page page) {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            assertThat(new AxeBuilder(page).analyze().getViolations())
                    .as("violations on " + page.url() + ", " + scheme)
                    .extracting(rule -> rule.getId() + ": " + rule.getNodes())
                    .isEmpty();
        }
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    }

    /** Writes the whole page to a file of the folder {@code redliner.pictures}, from which those of the documents come. */
    public static void picture(Page page, int width, int height, String name) {
        page.setViewportSize(width, height);
        // charts follow the width a moment later; a page that stays wider than the screen times out here
        page.waitForCondition(() -> (int) page.evaluate("document.documentElement.scrollWidth") <= width);
        Path file = Path.of(System.getProperty("redliner.pictures", "target/pictures"), name + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
