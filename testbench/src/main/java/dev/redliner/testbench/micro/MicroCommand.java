package dev.redliner.testbench.micro;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code redliner benchmark micro}: times the hot paths of the product on JMH. */
@Command(
        name = "micro",
        description = "Time single steps of the product on JMH: samples, leases, a whole run in virtual time.",
        footer = {"", "  redliner benchmark micro Sample --json sample.json"})
public final class MicroCommand implements Callable<Integer> {
    private static final String CLASS_PATH = "java.class.path";

    @Parameters(
            paramLabel = "REGEX",
            arity = "0..1",
            defaultValue = ".*",
            description = "Names of benchmarks (default: all).")
    private String include;

    @Option(
            names = "--forks",
            defaultValue = "2",
            description = "Number of Java processes for each benchmark (default: ${DEFAULT-VALUE}).")
    private int forks;

    @Option(
            names = "--seconds",
            defaultValue = "1",
            description = "Duration of each iteration in seconds (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results of JMH to this file.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException, RunnerException {
        forForks();
        TimeValue iteration = TimeValue.seconds(seconds);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("dev\\.redliner\\.testbench\\.micro\\..*" + include)
                .forks(forks)
                .warmupTime(iteration)
                .measurementTime(iteration);
        if (json != null) {
            options.resultFormat(ResultFormatType.JSON).result(json.toString());
        }
        new Runner(options.build()).run();
        return 0;
    }

    /**
     * JMH starts its processes with the class path of this one. Java cannot load classes from the jars within an
     * executable jar, so that jar is extracted beside itself first.
     */
    private static void forForks() throws IOException, InterruptedException {
        Path jar = Path.of(System.getProperty(CLASS_PATH));
        if (!jar.toString().endsWith("-exec.jar")) {
            return;
        }
        Path folder = jar.resolveSibling("micro");
        Process extraction = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--force",
                        "--destination",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (extraction.waitFor() != 0 || !Files.isDirectory(folder.resolve("lib"))) {
            throw new IOException(jar + " could not be extracted to " + folder);
        }
        System.setProperty(
                CLASS_PATH,
                folder.resolve(jar.getFileName()) + File.pathSeparator + folder.resolve("lib") + File.separator + "*");
    }
}
