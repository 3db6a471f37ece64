package dev.redliner.testbench.benchmark;

import dev.redliner.api.RunReport;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.fleet.FleetTier;
import dev.redliner.standalone.rig.Rig;
import dev.redliner.standalone.traffic.LoadSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code redliner benchmark services}: runs on third-party servers, compared with long steady runs of the same servers.
 */
@Command(
        name = "services",
        description = {
            "Measures services of others behind a real Envoy, again and again, and compares with their true redline: first by",
            "long steady runs straight to their hosts, then by runs of Redliner. Truths and results are kept in the work",
            "folder, and the next call goes on from there."
        },
        footer = {"", "  redliner benchmark services testbench/services/tomcat10 --runs 20 --swing 8"})
final class ServicesCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SWING = Duration.ofMinutes(1);
    private static final double NOISE = 0.01;
    /** Traffic before the first run, so that code and connections are warm. */
    private static final Duration WARM = Duration.ofSeconds(60);

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "Folders of services, such as testbench/services/tomcat10.")
    private List<Path> folders;

    @Option(
            names = "--runs",
            defaultValue = "20",
            description = "Number of runs for each service (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--swing",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "Swing of the traffic to either side within a minute (default: ${DEFAULT-VALUE}).")
    private int swing;

    @Option(
            names = "--truth-minutes",
            paramLabel = "MINUTES",
            defaultValue = "60",
            description = "Total time of the runs for an unknown truth (default: ${DEFAULT-VALUE}).")
    private int truthMinutes;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            defaultValue = "target/services",
            description = "Truths, results and logs; ${DEFAULT-VALUE}.")
    private Path work;

    @Mixin
    private final FleetTier tier = new FleetTier();

    @Override
    public Integer call() throws IOException {
        check(runs >= 0, "--runs " + runs + " is below 0");
        check(swing >= 0 && swing <= 50, "--swing " + swing + " is not within 0 and 50");
        check(truthMinutes >= 10, "--truth-minutes " + truthMinutes + " is below 10, which gives no truth");
        List<RealService> services = new ArrayList<>();
        for (Path folder : folders) {
            services.add(service(folder));
        }
        var trials = new ArrayList<Trial>();
        for (int i = 0; i < services.size(); i++) {
            trials.addAll(measure(services.get(i), folders.get(i)));
        }
        out().print(SearchTable.text(trials));
        return 0;
    }

    private RealService service(Path folder) {
        try {
            return RealService.of(folder);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private List<Trial> measure(RealService service, Path folder) throws IOException {
        Path place = Files.createDirectories(work.resolve(service.name()));
        // tiers and traffics may be measured at the same time
        Path files = Files.createDirectories(place.resolve("hosts-" + tier.name() + "-" + kind()));
        try (RealHosts hosts = RealHosts.start(service, folder, files)) {
            double truth = truth(service, hosts, place.resolve("truth-" + kind() + ".json"));
            Path results = place.resolve("results-" + tier.name() + "-" + kind() + ".jsonl");
            List<Trial> done = new ArrayList<>(
                    Files.exists(results) ? SearchRecords.read(Files.readAllLines(results)) : List.of());
            if (done.size() < runs) {
                more(service, hosts, place, truth, done, results);
            }
            return done.stream().map(trial -> trial.against(truth)).toList();
        }
    }

    private String kind() {
        return swing == 0 ? "steady" : "swing-" + swing;
    }

    private double truth(RealService service, RealHosts hosts, Path file) throws IOException {
        if (Files.exists(file)) {
            JsonNode known = JSON.readTree(Files.readString(file));
            JsonNode settings = known.path("settings");
            check(
                    settings.isMissingNode() || settings.equals(JSON.valueToTree(settings(service))),
                    file + " is the truth of " + settings + ", and the service has " + settings(service)
                            + ". Move the file and the results beside it away to find the truth again.");
            double truth = known.path("truth").asDouble();
            line("%s: the truth is %.2f rps, as found before (%s)", service.name(), truth, file);
            return truth;
        }
        line("%s: long runs of %d minutes in all for its truth", service.name(), truthMinutes);
        LongRunTruth truth = new SteadyTruth(
                        service, hosts, rps -> traffic(hosts.page(0), rps, 1), text -> line("  %s", text))
                .within(Duration.ofMinutes(truthMinutes));
        line(
                "%s: the truth is %.2f rps +- %.2f%%, %s, elasticity %.1f",
                service.name(), truth.rps(), truth.standardErrorPercent(), truth.rule(), truth.elasticity());
        Files.writeString(
                file,
                JSON.writeValueAsString(Map.of(
                                "truth",
                                truth.rps(),
                                "se_pct",
                                truth.standardErrorPercent(),
                                "rule",
                                truth.rule(),
                                "elasticity",
                                truth.elasticity(),
                                "settings",
                                settings(service)))
                        + "\n");
        return truth.rps();
    }

    /** The settings of a service with which its truth changes. */
    private static SortedMap<String, Object> settings(RealService service) {
        return new TreeMap<>(Map.of(
                "path", service.path(),
                "limitMillis", service.limitMillis(),
                "hosts", service.hosts()));
    }

    private void more(RealService service, RealHosts hosts, Path place, double truth, List<Trial> done, Path results)
            throws IOException {
        Path data = Files.createTempDirectory(place, "data-");
        try (Rig rig = Rig.start(
                new Rig.Settings(service.name(), "benchmark", data, 0),
                (listen, admin) -> service.yaml(hosts.ports(), listen, admin, tier.tier()),
                target -> traffic(target.resolve(service.path()), service.poolRps(), done.size() + 1),
                text -> line("- %s", text))) {
            LockSupport.parkNanos(WARM.toNanos());
            while (done.size() < runs) {
                Trial trial = trial(service, rig, truth, done.size() + 1);
                done.add(trial);
                Files.writeString(
                        results,
                        SearchRecords.of(Map.of(tier.name() + " " + kind(), List.of(trial))),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
        }
    }

    private Trial trial(RealService service, Rig rig, double truth, int number) {
        try {
            RunReport report = rig.follow(rig.startRun(new RunOptions(null, true)), news -> {});
            Trial trial = LiveTrial.of(service.name(), number, truth, RealService.ALLOWED_SLOW, report);
            line("%2d %s", number, LiveTrial.words(report, truth));
            return trial;
        } catch (RunRefused e) {
            line("%2d REFUSED at once: %s", number, e.getMessage());
            return LiveTrial.refused(service.name(), number, truth, RealService.ALLOWED_SLOW, e.getMessage());
        }
    }

    private LoadSettings traffic(URI target, double rps, long seed) {
        LoadSettings usual = LoadSettings.demo(target, rps, seed);
        return swing == 0
                ? usual.steady()
                : new LoadSettings(
                        target,
                        rps,
                        usual.users(),
                        swing / 100.0,
                        SWING,
                        NOISE,
                        usual.maxInFlight(),
                        usual.timeout(),
                        seed);
    }

    private void line(String format, Object... values) {
        out().println(String.format(Locale.ROOT, format, values));
        out().flush();
    }

    private PrintStream out() {
        return benchmark.cli().out();
    }
}
