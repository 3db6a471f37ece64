package dev.redliner.testbench.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.redliner.testbench.TestBrowser.accessible;
import static dev.redliner.testbench.TestBrowser.picture;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.Runs;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.testbench.Needs;
import dev.redliner.testbench.TestBrowser;
import dev.redliner.testbench.faults.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboard in a real browser, on runs of the front-end tier: a person starts a run on the overview, watches it,
 * aborts it, reads its report, and stops everything with the safety lever.
 */
class LivePageIT {
    private static final double PATIENCE_MS = 90_000;

    @TempDir
    private Path folder;

    @Test
    void a_person_starts_watches_and_aborts_a_run_and_engages_the_lever() throws Exception {
        Path chromium = Needs.chromium();
        try (Demo demo = Demo.start(new Demo.Settings(Tier.FRONT_END, folder, 0, 5), System.out::println);
                TestBrowser browser = new TestBrowser(chromium)) {
            BrowserContext context = browser.newContext();
            Page page = context.newPage();
            List<String> complaints = new ArrayList<>();
            page.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    complaints.add(message.text());
                }
            });

            dryRun(page, demo);
            String run = start(page, demo);
            watch(page, run);
            run = goingOn(page, demo, run);
            abort(page, demo, run);
            assertThat(complaints).isEmpty();

            lever(context, page, demo);
            withoutScript(browser, context, demo);
            display(page, demo);
            edit(page, demo);
            tryRules(page, demo, run);
            lookUp(page, demo);
            schedule(page, demo);
            for (String place : List.of(
                    "/",
                    "/runs",
                    "/services/demo",
                    "/runs/" + run,
                    "/compare",
                    "/audit",
                    "/notifications",
                    "/services/new",
                    "/schedules/new",
                    "/words",
                    "/services/demo/edit",
                    "/services/demo/users",
                    "/schedules/demo-nightly/edit",
                    "/schedules",
                    "/schedules/demo-nightly",
                    "/find?q=demo",
                    "/services/none",
                    "/runs/none-1",
                    "/lever")) {
                page.navigate(demo.url().resolve(place).toString());
                page.setViewportSize(1280, 800);
                accessible(page);
                picture(page, 320, 640, "narrow");
            }
        }
    }

    /** The checks of a run, without a run. */
    private static void dryRun(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/services/demo").toString());
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Dry run"))
                .click();
        page.waitForURL("**/runs/*");
        assertThat(page.locator("#verdict-title"))
                .hasText("The dry run found nothing that forbids a run.", new HasTextOptions().setTimeout(PATIENCE_MS));
        accessible(page);
        page.navigate(demo.url().resolve("/services/demo").toString());
        assertThat(page.locator("#start")).containsText("found nothing against a run");
        picture(page, 1280, 1000, "dry-run");
    }

    /** From the overview to a run that has just been accepted, without a mouse. */
    private static String start(Page page, Demo demo) throws Exception {
        page.navigate(demo.url().toString());
        assertThat(page.locator("#services-title")).isVisible();
        page.keyboard().press("j");
        assertThat(page.locator("a.main:focus")).hasText("demo");
        // the rows are replaced every two seconds, and the focus stays
        String before = page.locator("#parts").getAttribute("data-now");
        assertThat(page.locator("#parts")).not().hasAttribute("data-now", before);
        assertThat(page.locator("a.main:focus")).hasText("demo");
        page.keyboard().press("Enter");
        page.waitForURL("**/services/demo");
        picture(page, 1280, 800, "service");
        page.keyboard().press("s");
        assertThat(page.locator("select[name=profile]")).isFocused();
        for (int field = 0; field < 5; field++) {
            page.keyboard().press("Tab");
        }
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Start the run")))
                .isFocused();
        page.keyboard().press("Enter");
        page.waitForURL("**/runs/*");
        return page.url().substring(page.url().lastIndexOf('/') + 1);
    }

    private static void watch(Page page, String run) throws Exception {
        assertThat(page.locator("#state"))
                .hasAttribute("data-state", "RAMPING", new HasAttributeOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#chart-load canvas").first()).isVisible();
        assertThat(page.locator("#rules")).containsText("slo");
        assertThat(page.locator("#steps")).containsText("ramp");
        assertThat(page.locator("#k-redline")).containsText("rps", new ContainsTextOptions().setTimeout(PATIENCE_MS));

        // a picture of a run that has just begun says little
        assertThat(page.locator("#steps tr").nth(5)).isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#log")).containsText("The run was accepted.");
        accessible(page);
        assertThat(page.locator("#log"))
                .containsText(Pattern.compile("Step 2, ramp: asks for \\d+ rps, [\\d.]+% of the traffic"));
        picture(page, 1280, 1000, "live-run");
        // the newest values, also after the page got another width
        assertThat(page.locator("#chart-load .u-legend")).containsText("rps");
        assertThat(page.locator("#chart-share .u-legend")).containsText("%");
        // the mean of the newest step, as the table of resources has it
        assertThat(page.locator("#chart-resources .u-legend"))
                .containsText(
                        Pattern.compile("host\\.cpu\\s*[\\d.]+%"), new ContainsTextOptions().setTimeout(PATIENCE_MS));
        picture(page, 390, 844, "live-run-phone");

        Page overview = page.context().newPage();
        overview.navigate(page.url().replace("/runs/" + run, "/"));
        assertThat(overview.locator(".now")).containsText(run);
        overview.close();
        page.setViewportSize(1280, 1000);
    }

    /** The run, or another one if it has ended by itself: on a busy machine the peers may suffer before the abort. */
    private static String goingOn(Page page, Demo demo, String run) throws Exception {
        RunReport now = demo.standalone().part(Runs.class).find(run).orElseThrow();
        if (!now.state().over()) {
            return run;
        }
        assertThat(now.reason()).as(now.state().name()).contains("The cause lies outside");
        String another = start(page, demo);
        assertThat(page.locator("#state"))
                .hasAttribute("data-state", "RAMPING", new HasAttributeOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#steps tr").nth(1)).isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MS));
        return another;
    }

    private static void abort(Page page, Demo demo, String run) throws Exception {
        page.keyboard().press("Shift+A");

        assertThat(page.locator("#state"))
                .hasAttribute("data-state", "ABORTED", new HasAttributeOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#report-of-run")).isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MS));
        assertThat(page.locator("#verdict-title")).hasText("The run was aborted.");
        // the estimate on the way was no result, and is not shown as one
        assertThat(page.locator(".verdict .hero")).hasText("none");
        assertThat(page.locator("#abort")).isHidden();
        // the report brings times with dates; those of the log keep their seconds
        assertThat(page.locator("#log time").first()).hasText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d"));
        RunReport report = demo.standalone().part(Runs.class).find(run).orElseThrow();
        assertThat(report.state()).isEqualTo(RunState.ABORTED);
        assertThat(report.restored()).isNotNull();
        assertThat(report.restored().verified()).isTrue();

        Download file = page.waitForDownload(() -> page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("HTML").setExact(true))
                .click());
        assertThat(file.suggestedFilename()).isEqualTo(run + ".html");
        assertThat(Files.readString(file.path()))
                .contains("The run was aborted.")
                .doesNotContain("<script", "<link", "href=\"http", "src=\"");
        print(page);
    }

    /** On paper there are no controls, and light colors in any theme. */
    private static void print(Page page) {
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT).setColorScheme(ColorScheme.DARK));
        assertThat(page.locator("#report-of-run")).isVisible();
        assertThat(page.locator("#environment-title")).isVisible();
        assertThat(page.locator("header.top")).isHidden();
        assertThat(page.locator("#main .acts:visible")).hasCount(0);
        assertThat(page.locator("#verdict-title")).hasCSS("color", Pattern.compile("rgb\\((\\d{1,2}), .*"));
        assertThat(new String(page.pdf(), ISO_8859_1)).startsWith("%PDF-").contains("/Type /Page");
        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN).setColorScheme(ColorScheme.LIGHT));
    }

    /** Engaged in one tab, seen in another; it refuses a start where the person clicked, until it is released. */
    private static void lever(BrowserContext context, Page page, Demo demo) {
        Page other = context.newPage();
        other.navigate(demo.url().toString());
        page.navigate(demo.url().toString());
        page.locator("#lever-open").click();
        page.locator("#lever-why").fill("an incident");
        page.locator("#lever-do").click();
        assertThat(page.locator("#lever-banner")).containsText("an incident");
        assertThat(other.locator("#lever-banner")).containsText("an incident");
        // the banner has a time within its sentence
        assertThat(other.locator("#lever-banner")).containsText(Pattern.compile("\\d{4}, \\d\\d:\\d\\d"));
        assertThat(other.locator("#lever-banner")).not().containsText(Pattern.compile("\\dT\\d"));

        other.navigate(demo.url().resolve("/services/demo").toString());
        other.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Start the run"))
                .click();
        assertThat(other.locator("#start-problem")).containsText("safety lever");
        accessible(other);

        other.locator("#lever-open").click();
        other.locator("#lever-why").fill("it is over");
        other.locator("#lever-do").click();
        assertThat(page.locator("#lever-banner")).hasCount(0);
        other.close();
    }

    /** The lever, a start and an abort are plain forms. */
    private static void withoutScript(TestBrowser browser, BrowserContext withScript, Demo demo) throws IOException {
        try (BrowserContext context = browser.newContextWithoutScript()) {
            Page page = context.newPage();
            page.navigate(demo.url().toString());
            assertThat(page.content()).contains("Without JavaScript this page does not follow by itself.");
            leverByForm(page, "Engage the lever", "no script");
            assertThat(page.locator("#lever-banner")).containsText("no script");
            page.navigate(demo.url().resolve("/services/demo").toString());
            startButton(page).click();
            assertThat(page.locator("h1")).hasText("The safety lever is engaged");
            assertThat(page.locator("main")).containsText("safety lever");

            leverByForm(page, "Release the lever", "it is over");
            assertThat(page.locator("#lever-banner")).hasCount(0);
            page.navigate(demo.url().resolve("/services/demo").toString());
            startButton(page).click();
            page.waitForURL("**/runs/*");
            String address = page.url();
            String run = address.substring(address.lastIndexOf('/') + 1);
            losesTheNetwork(withScript, URI.create(address));
            page.locator("#abort-why").fill("incident 4711");
            page.locator("#abort-now").click();
            Runs runs = demo.standalone().part(Runs.class);
            page.waitForCondition(
                    () -> runs.find(run).orElseThrow().state() == RunState.ABORTED,
                    new Page.WaitForConditionOptions().setTimeout(PATIENCE_MS));
            page.navigate(address);
            assertThat(page.locator("#verdict-title")).hasText("The run was aborted.");
            assertThat(page.locator("main")).containsText("incident 4711");
            editWithoutScript(page, demo);
        }
    }

    /** A page of an active run that has lost its server is as accessible as one that follows. */
    private static void losesTheNetwork(BrowserContext context, URI address) throws IOException {
        // a browser that is offline keeps the connections that it has
        try (FaultProxy network = FaultProxy.to(address.getPort());
                Page page = context.newPage()) {
            page.navigate("http://127.0.0.1:" + network.port() + address.getPath());
            assertThat(page.locator("#chart-load"))
                    .hasAttribute(
                            "data-drawn", Pattern.compile(".+"), new HasAttributeOptions().setTimeout(PATIENCE_MS));
            network.cut();
            assertThat(page.locator("#live-text"))
                    .containsText("Disconnected since", new ContainsTextOptions().setTimeout(PATIENCE_MS));
            accessible(page);
        }
    }

    /** The editor's form checks and applies, and shows a text with a mistake again. */
    private static void editWithoutScript(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/services/new").toString());
        String text = page.locator("#text").inputValue().replace("service: checkout", "service: plain");
        page.locator("#text").fill(text);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Check the text"))
                .click();
        assertThat(page.locator("#checked")).containsText("Service plain is valid.");
        page.locator("#text").fill(text.replace("maxShare", "maxshare"));
        page.locator("#apply").click();
        assertThat(page.locator("#problems")).containsText("did you mean 'maxShare'?");
        assertThat(page.locator("#text")).hasValue(text.replace("maxShare", "maxshare"));
        picture(page, 1280, 800, "editor-without-script");
        page.locator("#text").fill(text);
        page.locator("#apply").click();
        page.waitForURL("**/services/plain");
    }

    private static Locator startButton(Page page) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Start the run"));
    }

    private static void leverByForm(Page page, String button, String why) {
        page.locator("#lever-open").click();
        page.waitForURL(Pattern.compile(".*/lever\\??"));
        page.locator("main input[name=why]").fill(why);
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button))
                .click();
        page.waitForURL(demo(page) + "/");
    }

    private static String demo(Page page) {
        return URI.create(page.url()).resolve("/").toString().replaceFirst("/$", "");
    }

    /** Theme and time zone are kept in the browser. */
    private static void display(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/audit").toString());
        Locator time = page.locator("tbody time").first();
        assertThat(page.locator("#zone")).containsText("Times in ");
        page.keyboard().press("?");
        accessible(page);
        picture(page, 1280, 800, "display");
        page.locator("input[name=theme][value=dark]").check();
        page.locator("input[name=zone][value=utc]").check();
        page.locator("#display button").click();
        assertThat(page.locator("#zone")).hasText("Times in UTC");
        page.reload();
        assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
        assertThat(page.locator("#zone")).hasText("Times in UTC");
        Instant at = Instant.parse(time.getAttribute("datetime"));
        assertThat(time).containsText(at.atOffset(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("HH:mm")));
        page.locator("#display-open").click();
        page.locator("input[name=theme][value='']").check();
        assertThat(page.locator("html")).not().hasAttribute("data-theme", Pattern.compile(".*"));
        page.locator("input[name=zone][value='']").check();
        page.locator("#display button").click();
    }

    /** A mistake is named at its line while the person types, and the corrected file is applied. */
    private static void edit(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/services/new").toString());
        assertThat(page.locator("#checked")).containsText("Service checkout is valid.");
        String valid = page.locator("#text").inputValue();
        page.locator("#text").fill(valid.replace("maxShare", "maxshare"));
        assertThat(page.locator("#problems")).containsText("did you mean 'maxShare'?");
        page.locator("#text").fill(valid.replace("service: checkout", "service: till"));
        assertThat(page.locator("#checked")).containsText("Service till is valid.");
        page.locator("#apply").click();
        page.waitForURL("**/services/till");

        page.navigate(demo.url().toString());
        page.keyboard().press("/");
        page.keyboard().type("til");
        page.keyboard().press("Enter");
        page.waitForURL("**/services/till");
        page.keyboard().press("g");
        page.keyboard().press("a");
        page.waitForURL("**/audit");
        assertThat(page.locator("tbody tr").first()).containsText("service.applied");
    }

    /** A changed rule is evaluated over the recorded run, from the address and by the button. */
    private static void tryRules(Page page, Demo demo, String run) {
        page.navigate(demo.url().resolve("/services/demo/edit?try=" + run).toString());
        assertThat(page.locator("#tried-runs h3")).hasText(run);
        assertThat(page.locator("#tried-runs p")).containsText("same consequences as those of the run, in each second");
        String valid = page.locator("#text").inputValue();
        String low = "  - {id: no-load, metric: rps.requested, max: 1, window: 5s, onFail: stop}\n";
        page.locator("#text").fill(valid.replace("rules:\n", "rules:\n" + low));
        assertThat(page.locator("#tried-runs h3")).hasCount(0);
        page.locator("#try").click();
        assertThat(page.locator("#tried-runs p")).containsText("Rule no-load would have ended the run after");
        assertThat(page.locator("#tried-runs li").first()).containsText("failing from");
        accessible(page);
        picture(page, 1280, 1000, "editor-try");
        page.locator("#text").fill(valid.replace("rules:", "rulez:"));
        page.locator("#try").click();
        assertThat(page.locator("#tried")).hasText("The text has mistakes. Correct them first.");
    }

    /** A person looks up users, from the page of the service. */
    private static void lookUp(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/services/demo").toString());
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Which users does a share move?"))
                .click();
        page.waitForURL("**/services/demo/users");
        page.locator("textarea[name=users]").fill("u-1\nu-2\nu-3");
        page.locator("input[name=share]").fill("100");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Look up"))
                .click();
        assertThat(page.locator("#places-words")).containsText("3 of 3 users are on the SUT at 100%");
        accessible(page);
        picture(page, 1280, 800, "users");
    }

    /** A daily schedule is written, seen with its next firings, and paused. */
    private static void schedule(Page page, Demo demo) {
        page.navigate(demo.url().resolve("/services/demo").toString());
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Measure it daily"))
                .click();
        assertThat(page.locator("#checked")).containsText("Schedule demo-nightly is valid. It measures demo, next at");
        page.locator("#apply").click();
        page.waitForURL("**/schedules/demo-nightly");
        assertThat(page.locator("#next-title")).isVisible();
        accessible(page);

        page.navigate(demo.url().resolve("/schedules").toString());
        // in the hour before the schedule fires, the run that was aborted delays it
        assertThat(page.locator("tbody tr").first()).containsText(Pattern.compile("Will (run|wait)"));
        accessible(page);
        picture(page, 1280, 800, "schedules");
        assertThat(page.locator("svg.lanes")).isVisible();
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Pause demo-nightly"))
                .click();
        assertThat(page.locator("tbody tr").first()).containsText("Will not run");
        page.navigate(demo.url().toString());
        assertThat(page.locator("#next-list")).containsText("The schedule is paused.");
    }
}
