package dev.redliner.standalone.demo;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.cli.ExitCode;
import dev.redliner.cli.Fold;
import dev.redliner.cli.LiveView;
import dev.redliner.cli.OutputFormat;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.cli.ResultView;
import dev.redliner.cli.TextWidth;
import dev.redliner.standalone.fleet.FleetTier;
import dev.redliner.standalone.fleet.Truth;
import dev.redliner.standalone.machine.MachineNeeds;
import dev.redliner.standalone.machine.MachineProbe;
import dev.redliner.standalone.machine.MachineReading;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner demo}. */
@Command(
        name = "demo",
        description = {
            "Measure a fleet of known capacity. Watch the run here and on a page.",
            "Needs Java and an Envoy, which is downloaded if none is installed."
        })
public final class DemoCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final FleetTier tier = new FleetTier();

    @Option(
            names = "--sut",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of hosts to measure at once, as a set: 1 to 3 (default: ${DEFAULT-VALUE}).")
    private int sut;

    @Option(
            names = "--seed",
            defaultValue = "0",
            description = "Seed of fleet and traffic (default: 0, another seed each time).")
    private long seed;

    @Option(
            names = "--port",
            defaultValue = "8770",
            description = "Port of the page; 0 for a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--data", description = "Folder for data (default: a temporary folder).")
    private @Nullable Path data;

    @Option(names = "--stay", description = "Keep serving the page after the run, until Ctrl-C.")
    private boolean stay;

    @Override
    public Integer call() throws Exception {
        if (sut < 1 || sut > DemoService.LARGEST_SET) {
            throw new ParameterException(
                    spec.commandLine(), "--sut " + sut + " is not within 1 to " + DemoService.LARGEST_SET);
        }
        PrintStream progress = cli.format() == OutputFormat.table ? cli.out() : cli.err();
        Path folder = data != null ? data : Files.createTempDirectory("redliner-demo-");
        int columns = TextWidth.ofOutput();
        Consumer<String> note = text -> Fold.at(columns, 2, "- " + text).forEach(progress::println);
        warn(MachineProbe.read(folder, MachineProbe.USUAL), note);
        var settings = new Demo.Settings(tier.tier(), folder, usablePort(note), seed(), sut);
        note.accept("data and log are in " + folder);
        Demo demo = Demo.start(settings, note);
        Thread restore = new Thread(demo::close, "demo-stop");
        Runtime.getRuntime().addShutdownHook(restore);
        demo.leaveToItsOwner();
        try {
            String run = demo.startRun();
            if (stay) {
                note.accept("the dashboard is on " + demo.url());
            }
            note.accept("watch it on " + demo.url().resolve("/runs/" + run) + "   (seed " + settings.seed() + ")");
            RunReport report = demo.follow(run, LiveView.on(progress)::show);
            print(report, demo.truth());
            if (report.state() != RunState.COMPLETED) {
                note.accept("fleet, traffic and measurement share this machine; if other work went on, that may be"
                        + " the cause: try again with the machine to itself");
            }
            if (stay) {
                note.accept(demo.url()
                        + " stays up until Ctrl-C: start, watch and compare runs there, or with ./redliner --server "
                        + demo.url() + " run start " + DemoService.NAME + " --watch");
                new CountDownLatch(1).await();
            }
            return ExitCode.of(report).number();
        } finally {
            demo.close();
            removeHook(restore);
        }
    }

    /** Warns of a busy machine before the run, because a run there may be refused or end early. */
    static void warn(MachineReading machine, Consumer<String> note) {
        MachineNeeds.shortages(machine).forEach(shortage -> note.accept("warning: " + shortage.advice()));
    }

    private void print(RunReport report, Truth truth) {
        switch (cli.format()) {
            case table ->
                cli.out().println(ResultView.text(report, OptionalDouble.of(truth.rps()), TextWidth.ofOutput()));
            case json, yaml -> cli.out().print(DemoDocument.print(report, truth, cli.format()));
        }
        cli.out().flush();
    }

    private long seed() {
        return seed != 0 ? seed : 1 + Math.floorMod(System.nanoTime(), 1_000_000L);
    }

    /** Takes another port if the requested one is in use, so that the demo still starts. */
    private int usablePort(Consumer<String> note) {
        if (port == 0) {
            return 0;
        }
        try (var socket = new java.net.ServerSocket(port, 1, java.net.InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            note.accept("port " + port + " is taken; using a free one");
            return 0;
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is shutting down, and the hook runs already
        }
    }
}
