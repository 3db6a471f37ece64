package dev.redliner.testbench.chaos;

import dev.redliner.cli.Documents;
import dev.redliner.cli.OutputFormat;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.standalone.simulate.Seed;
import dev.redliner.testbench.faults.campaign.LiveCampaign;
import dev.redliner.testbench.findings.Times;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner chaos}: random faults on measurements, in virtual time or on real processes. */
@Command(
        name = "chaos",
        description = "Runs measurements in virtual time, or on real processes, with faults drawn at random, and checks"
                + " every promise.")
public final class ChaosCommand implements java.util.concurrent.Callable<Integer> {
    private static final int TOLD = 5;
    private static final int STOP_AFTER = 1_000;
    private static final long VIRTUAL_RUNS = 10_000;
    private static final long REAL_RUNS = 24;

    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    @Option(names = "--runs", description = "Number of runs (default: 10000, and 24 with --real).")
    private @Nullable Long runs;

    @Mixin
    private final Seed seed = new Seed();

    @Option(names = "--threads", description = "Number of threads (default: one for each core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--defect",
            defaultValue = "NONE",
            description = "Inject a defect, to verify that it is found: ${COMPLETION-CANDIDATES}.")
    private Defect defect;

    @Option(names = "--replay", paramLabel = "SEED:RUN", description = "Repeat this run and print its events.")
    private String replay = "";

    @Option(
            names = "--real",
            description = "On real processes: the parts, Kafka, Envoys, traffic. A run takes most of a minute.")
    private boolean real;

    @Option(names = "--from", defaultValue = "0", description = "With --real: the number of the first run.")
    private long from;

    @Option(
            names = "--pools",
            defaultValue = "2",
            description = "With --real: number of pools that are measured at once (default: ${DEFAULT-VALUE}).")
    private int pools;

    @Override
    public Integer call() throws IOException {
        if (real) {
            var campaign =
                    new LiveCampaign(seed.number(), from, Math.toIntExact(runs == null ? REAL_RUNS : runs), pools);
            return new LiveChaos(cli, campaign).call();
        }
        // the parts log each change: a million lines a minute that are of no use here
        LoggingSystem.get(ChaosCommand.class.getClassLoader()).setLogLevel("dev.redliner", LogLevel.OFF);
        return replay.isEmpty() ? campaign() : again();
    }

    private int again() {
        String[] parts = replay.split(":");
        if (parts.length != 2 || !parts[0].matches("-?\\d+") || !parts[1].matches("\\d+")) {
            throw new ParameterException(spec.commandLine(), "--replay wants SEED:RUN, such as 1:4711");
        }
        var campaign = new Campaign(Long.parseLong(parts[0]), 1, 1, defect, 1);
        return campaign.replay(Long.parseLong(parts[1]), cli.out()::println).isEmpty() ? 0 : 1;
    }

    private int campaign() {
        var campaign = new Campaign(seed.number(), runs == null ? VIRTUAL_RUNS : runs, threads, defect, STOP_AFTER);
        long began = System.nanoTime();
        CampaignFindings findings = campaign.run();
        double took = (System.nanoTime() - began) / 1e9;
        if (cli.format() == OutputFormat.table) {
            print(findings.figures(), took);
            findings.violations().stream().limit(TOLD).forEach(violation -> report(campaign, violation));
        } else {
            cli.out().print(Documents.print(findings.figures(), cli.format()));
        }
        cli.out().flush();
        return findings.violations().isEmpty() ? 0 : 1;
    }

    private void print(CampaignFindings.Figures figures, double took) {
        PrintStream out = cli.out();
        out.printf(
                Locale.ROOT,
                "%,d runs, %,d events, %,.0f hours of virtual time in %.1f s, seed %d%n",
                figures.runs(),
                figures.events(),
                figures.virtualHours(),
                took,
                figures.seed());
        long faults =
                figures.faults().values().stream().mapToLong(Long::longValue).sum();
        out.printf(Locale.ROOT, "%n%,d faults%n", faults);
        figures.faults().forEach((kind, count) -> out.printf(Locale.ROOT, "  %-28s %,9d%n", words(kind.name()), count));
        out.printf("%nmessages disturbed by Kafka%n");
        figures.messages().forEach((what, count) -> out.printf(Locale.ROOT, "  %-28s %,9d%n", what, count));
        out.printf("%nsample batches at the analyzer%n");
        figures.samples().forEach((what, count) -> out.printf(Locale.ROOT, "  %-28s %,9d%n", what, count));
        out.printf("%nmeasurements ended%n");
        figures.ends().forEach((end, count) -> out.printf(Locale.ROOT, "  %-28s %,9d%n", words(end), count));
        Times.Figures silence = figures.silence();
        out.printf(
                Locale.ROOT,
                "%nfrom the last renewal to the baseline, by silence alone: median %.2f s, p99 %.2f s, worst %.2f s of"
                        + " %,d%n",
                silence.medianSeconds(),
                silence.p99Seconds(),
                silence.worstSeconds(),
                silence.times());
        out.printf(Locale.ROOT, "%n%d violations%n", figures.violations().size());
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Repeats the run of a violation with a trace. */
    private void report(Campaign campaign, Violation violation) {
        PrintStream out = cli.out();
        out.printf(
                Locale.ROOT,
                "%n%s: %s%n  at %.3f s of run %d: %s%n  %s%n",
                violation.promise(),
                violation.promise().words(),
                violation.seconds(),
                violation.index(),
                violation.what(),
                violation.replay() + (defect == Defect.NONE ? "" : " --defect " + defect));
        campaign.replay(violation.index(), line -> {}).stream().findFirst().ifPresent(traced -> traced.trace()
                .forEach(line -> out.println("    " + line)));
    }
}
