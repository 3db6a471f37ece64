package dev.redliner.testbench.faults;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines for processes. */
final class Commands {
    /** A small JVM that starts quickly, because these processes do little. */
    private static final List<String> JVM = List.of("-Xmx256m", "-Xss512k", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    static final String LESS_COMPILING = "-XX:TieredStopAtLevel=1";

    private Commands() {}

    /** The command for a part's executable jar. */
    static List<String> part(Part part, List<String> settings) {
        Unpacked program = Unpacked.of(part.jar(), settings);
        List<String> options = List.of(
                LESS_COMPILING,
                "-XX:SharedArchiveFile=" + program.archive(),
                "-jar",
                program.jar().toString());
        return java(options, settings);
    }

    /** The {@code redliner} command of this program, started from a jar or from a class path. */
    static List<String> redliner(List<String> arguments) {
        String path = System.getProperty("java.class.path");
        boolean packed = path.endsWith("-exec.jar") && !path.contains(File.pathSeparator);
        return java(
                packed
                        ? List.of(
                                LESS_COMPILING,
                                "-jar",
                                Path.of(path).toAbsolutePath().toString())
                        : List.of(LESS_COMPILING, "-cp", path, "dev.redliner.standalone.Redliner"),
                arguments);
    }

    static List<String> java(List<String> program, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(program);
        command.addAll(arguments);
        return command;
    }
}
