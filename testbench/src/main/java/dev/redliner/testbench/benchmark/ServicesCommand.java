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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code redliner benchmark services}: runs on third-party servers, compared with steady runs of the same servers.
 */
@Command(
        name = "services",
        description = {
            "Measures services of others behind a real Envoy, again and again, and compares with their true redline. The",
            "truth comes from steady runs: the SUT stays at a fixed share near its redline, with nothing else changed. They",
            "take turns with the runs of Redliner. All are kept in the work folder, and the next call goes on from there."
        },
        footer = {"", "  redliner benchmark services testbench/services/tomcat10 --runs 20 --swing 8"})
final class ServicesCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SWING = Duration.ofMinutes(1);
    private static final double NOISE = 0.01;
    /** Known before any process is kept on some of them. */
    private static final CpuPlacement CPUS = CpuPlacement.ofThisMachine();
    /** The thread of PerfCollector that measures for how long the machine of the hosts stands still. */
    static final String STALLS = "stalls";
    /** Steady runs one after the other after which an unknown truth is an error. */
    private static final int MOST_TOGETHER = 12;
    /** The pool is sampled during the steady runs, as it is in a run. */
    private static final Map<String, Object> SAMPLED = Map.of("redliner.collector.idle-interval", "1s");

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
            names = "--steady-minutes",
            paramLabel = "MINUTES",
            defaultValue = "3",
            description = "Time of a steady run, of which there is one before each run (default: ${DEFAULT-VALUE}).")
    private int steadyMinutes;

    @Option(
            names = "--warm",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = {
                "Traffic before anything is measured, until code is compiled and connections are open",
                "(default: ${DEFAULT-VALUE})."
            })
    private int warmSeconds;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            defaultValue = "target/services",
            description = "Steady runs, results and logs; ${DEFAULT-VALUE}.")
    private Path work;

    @Mixin
    private final FleetTier tier = new FleetTier();

    @Override
    public Integer call() throws IOException {
        check(runs >= 0, "--runs " + runs + " is below 0");
        check(swing >= 0 && swing <= 50, "--swing " + swing + " is not within 0 and 50");
        check(
                steadyMinutes >= 1 && steadyMinutes <= 60,
                "--steady-minutes " + steadyMinutes + " is not within 1 and 60");
        check(warmSeconds >= 0 && warmSeconds <= 3_600, "--warm " + warmSeconds + " is not within 0 and 3600");
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
        var results = new LineFile(place.resolve("results-" + kind() + ".jsonl"));
        Path settings = place.resolve("settings.json");
        String present = JSON.writeValueAsString(settings(service));
        check(
                Files.exists(settings) ? Files.readString(settings).equals(present) : !Files.exists(results.file()),
                place + " has runs of other settings than " + present + ". Move it away to measure anew.");
        Files.writeString(settings, present);
        var steady = new LineFile(place.resolve("steady-" + kind() + ".jsonl"));
        if (results.size() < runs) {
            more(service, folder, steady, results);
        }
        Optional<LongRunTruth> truth = known(service, steady).redline();
        truth.ifPresent(known -> line("%s, %s: truth %s", service.name(), kind(), known));
        return SearchRecords.read(results.lines()).stream()
                .map(trial -> truth.map(known -> trial.against(known.rps())).orElse(trial))
                .toList();
    }

    /** The conditions that have a truth and results of their own. */
    private String kind() {
        return tier.name() + "-" + (swing == 0 ? "steady" : "swing-" + swing);
    }

    /** The settings of a service with which its truth changes. */
    private SortedMap<String, Object> settings(RealService service) {
        return new TreeMap<>(Map.of(
                "path", service.path(),
                "limitMillis", service.limitMillis(),
                "hosts", service.hosts(),
                "poolRps", service.poolRps(),
                "warmSeconds", warmSeconds,
                "cpusOfHosts", CPUS.ofHosts()));
    }

    private void more(RealService service, Path folder, LineFile steady, LineFile results) throws IOException {
        // the processes of a second service would inherit the priority that Redliner has since the first one
        CpuPlacement.compete(ProcessHandle.current());
        // tiers and traffics may be measured at the same time
        Path files = Files.createTempDirectory(work.resolve(service.name()), kind() + "-");
        try (RealHosts hosts = RealHosts.start(service, folder, Files.createDirectory(files.resolve("hosts")));
                Rig rig = Rig.start(
                        new Rig.Settings(service.name(), "benchmark", files.resolve("data"), 0, SAMPLED),
                        (listen, admin) -> service.yaml(hosts.ports(), listen, admin, tier.tier()),
                        target -> traffic(target.resolve(service.path()), service.poolRps()),
                        // beside Redliner in one process, its compiler and collector would delay the requests
                        load -> TrafficProcess.start(load, files.resolve("traffic.log")),
                        text -> line("- %s", text))) {
            place(((TrafficProcess) rig.traffic()).handle());
            line("- warming up for %d s", warmSeconds);
            LockSupport.parkNanos(Duration.ofSeconds(warmSeconds).toNanos());
            var load = new SteadyLoad(service, rig);
            while (results.size() < runs) {
                // in turns, so that a slow change of the machine concerns the truth as it does the results
                double truth = truth(service, load, steady).rps();
                Trial trial = trial(service, rig, truth, results.size() + 1);
                // fails if the traffic has ended: then this was no run
                rig.traffic().counts();
                results.append(SearchRecords.of(Map.of(kind(), List.of(trial))).strip());
            }
        }
    }

    /** Gives hosts and Envoy, which run already, CPUs of their own. */
    private void place(ProcessHandle traffic) {
        ProcessHandle redliner = ProcessHandle.current();
        List<ProcessHandle> hosts = redliner.descendants()
                .filter(process -> !process.equals(traffic))
                .toList();
        CPUS.placeHosts(hosts)
                .or(() -> CPUS.placeOthers(List.of(traffic, redliner)))
                .ifPresent(why -> line("- hosts share their CPUs with Redliner: %s", why));
        CpuPlacement.yieldToOthers(redliner).ifPresent(why -> line("- Redliner keeps its priority: %s", why));
        CPUS.placeWithHosts(redliner, STALLS)
                .ifPresent(why -> line("- waiting of Redliner counts as a stall of the hosts: %s", why));
    }

    /** The truth after another steady run, or after as many as it takes. */
    private LongRunTruth truth(RealService service, SteadyLoad load, LineFile steady) {
        Optional<LongRunTruth> truth;
        int more = MOST_TOGETHER;
        do {
            if (more-- == 0) {
                throw new IllegalStateException("The steady runs in " + steady.file() + " do not show the redline of "
                        + service.name() + ". Correct roughRedline in its service.json and move the file away, or use a"
                        + " machine with less other work.");
            }
            SteadyRun run = load.at(known(service, steady).next(), Duration.ofMinutes(steadyMinutes));
            steady.append(JSON.writeValueAsString(run));
            line("   steady run at %s", run);
            truth = known(service, steady).redline();
        } while (truth.isEmpty());
        line("   truth %s", truth.get());
        return truth.get();
    }

    private static SteadyTruth known(RealService service, LineFile steady) {
        List<SteadyRun> runs = steady.lines().stream()
                .map(line -> JSON.readValue(line, SteadyRun.class))
                .toList();
        return new SteadyTruth(runs, service.roughRedline());
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

    /** Other traffic each time. With the same seed, the same bursts would repeat in each folder and tier. */
    private LoadSettings traffic(URI target, double rps) {
        long seed = ThreadLocalRandom.current().nextLong();
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
