package dev.redliner.testbench.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.redliner.testbench.TestBrowser.accessible;
import static dev.redliner.testbench.TestBrowser.picture;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.testbench.faults.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** A person's way in a real browser from the overview to the first redline. */
final class FirstVisit implements AutoCloseable {
    private static final double PATIENCE_MS = 90_000;
    private static final Pattern EVENTS = Pattern.compile(".*/events\\?after=\\d+");
    private static final Pattern LATER_EVENTS = Pattern.compile(".*/events\\?after=[1-9]\\d*");

    private final Page page;
    private final FaultProxy network;
    private final URI url;

    /** @param server the address of the server, which the browser reaches over a network that can fail */
    FirstVisit(Page page, URI server) {
        this.page = page;
        this.network = FaultProxy.to(server.getPort());
        this.url = URI.create("http://127.0.0.1:" + network.port());
    }

    /**
     * Starts a run from the overview.
     *
     * @return its id
     */
    String start() {
        page.navigate(url.toString());
        assertThat(page.locator("#live-text")).hasText("Live");
        network.cut();
        assertThat(page.locator("#live-text"))
                .containsText("Disconnected since", new ContainsTextOptions().setTimeout(PATIENCE_MS));
        network.mend();
        assertThat(page.locator("#live-text")).hasText("Live", new HasTextOptions().setTimeout(PATIENCE_MS));
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Start a run"))
                .click();
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Start the run"))
                .click();
        page.waitForURL("**/runs/*");
        return page.url().substring(page.url().lastIndexOf('/') + 1);
    }

    /** Waits for the ramp. False if the run ends before it, as it may on a busy machine. */
    boolean seesTheRamp() {
        page.waitForCondition(
                () -> state() == RunState.RAMPING || state().over(),
                new Page.WaitForConditionOptions().setTimeout(PATIENCE_MS));
        return state() == RunState.RAMPING;
    }

    private RunState state() {
        return RunState.valueOf(page.locator("#state").getAttribute("data-state"));
    }

    /**
     * The network is cut, and later loses every packet, each for some seconds. The page says so, keeps the abort within
     * reach, and goes on when the network is back.
     */
    void losesTheNetwork() {
        Locator live = page.locator("#live-text");
        assertThat(live).hasText("Live");
        network.cut();
        assertThat(live).containsText("Disconnected since", new ContainsTextOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#abort-now")).hasText("Abort anyway");
        assertThat(page.locator("#abort-now")).isEnabled();
        goesOn();
        if (!active()) {
            return;
        }

        network.mute();
        assertThat(live).containsText("No news since", new ContainsTextOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#lost")).containsText("The values below are old.");
        goesOn();
    }

    private void goesOn() {
        network.mend();
        awaitLive();
        assertThat(page.locator("#lost")).isHidden();
    }

    /** Waits until the page is live, or until it shows that the run is over, as it may be on a busy machine. */
    private void awaitLive() {
        page.waitForCondition(
                () -> !active() || page.locator("#live[data-s=live]").count() > 0,
                new Page.WaitForConditionOptions().setTimeout(PATIENCE_MS));
    }

    private boolean active() {
        return page.locator("#live").count() > 0;
    }

    /** In the background the page keeps no connection. In the foreground it continues after its last event. */
    void goesToTheBackgroundAndComesBack() {
        if (!active()) {
            return;
        }
        List<Request> closed = new ArrayList<>();
        page.onRequestFailed(request -> {
            if (EVENTS.matcher(request.url()).matches()) {
                closed.add(request);
            }
        });
        hidden(true);
        page.waitForCondition(() -> !closed.isEmpty());
        page.waitForRequest(LATER_EVENTS, () -> hidden(false));
        awaitLive();
    }

    /** The page lost its connection several times. It has drawn each second once, as a page that lost none. */
    void hasEverySecondOnce() {
        try (Page other = page.context().browser().newPage()) {
            other.navigate(page.url());
            page.waitForCondition(
                    () -> !drawn(page).isEmpty() && drawn(page).equals(drawn(other)),
                    new Page.WaitForConditionOptions().setTimeout(PATIENCE_MS));
        }
    }

    /** The number of seconds in the charts, and the last of them. */
    private static String drawn(Page page) {
        return Objects.requireNonNullElse(page.locator("#chart-load").getAttribute("data-drawn"), "");
    }

    private void hidden(boolean yes) {
        page.evaluate(
                "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                yes);
    }

    /** Leaves the dashboard, so that the browser takes nothing from the hosts that are measured. */
    void looksElsewhere() {
        page.navigate("about:blank");
    }

    /** Finds the redline where a person looks for it. */
    void reads(RunReport report) {
        page.navigate(url.toString());
        String redline = String.format(Locale.ROOT, "%.0f", report.redline().rps());
        assertThat(page.locator("main")).containsText(redline);
        accessible(page);
        picture(page, 1280, 800, "overview");

        page.navigate(url.resolve("/runs/" + report.id()).toString());
        assertThat(page.locator("#verdict-title")).isVisible();
        assertThat(page.locator(".verdict .hero")).containsText(redline);
        // the events of the run are still there to draw
        assertThat(page.locator("#chart-load .u-legend")).containsText("rps");
        accessible(page);
        picture(page, 1280, 1000, "report");
        for (String place :
                List.of("/", "/runs", "/services/demo", "/compare?runs=" + report.id(), "/runs/" + report.id())) {
            page.navigate(url.resolve(place).toString());
            accessible(page);
            picture(page, 320, 640, "narrow");
        }
    }

    /** Chooses two runs by keyboard, and compares them. */
    void compares(RunReport reference, String other) {
        page.navigate(url.resolve("/runs").toString());
        for (String run : List.of(reference.id(), other)) {
            page.locator("tbody a.main[href='/runs/" + run + "']").focus();
            page.keyboard().press("x");
        }
        page.keyboard().press("c");
        page.waitForURL("**/compare*");
        assertThat(page.locator("#answer-title")).isVisible();
        assertThat(page.locator("main tbody").first()).containsText(reference.id());
        assertThat(page.locator("main tbody").first()).containsText(other);
        assertThat(page.locator("main tbody").first()).containsText("reference");
        accessible(page);
        picture(page, 1280, 1000, "compare");
        picture(page, 320, 640, "narrow");
    }

    @Override
    public void close() throws IOException {
        network.close();
    }
}
