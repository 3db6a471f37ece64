package dev.redliner.testbench.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines for processes. */
public final class Commands {
    /** A small JVM that starts quickly, because these processes do little. */
    private static final List<String> JVM = List.of("-Xmx256m", "-Xss512k", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    static final String LESS_COMPILING = "-XX:TieredStopAtLevel=1";

    private Commands() {}

    /** The command for a part's executable jar. */
    static List<String> part(Part part, List<String> settings) {
        var program = new ArrayList<>(List.of(LESS_COMPILING));
        program.addAll(
                Unpacked.of(part.jar(), Unpacked.Example.ofPart(settings)).options());
        return java(program, settings);
    }

    /** The {@code redliner} command of this build. */
    public static List<String> redliner(List<String> arguments) {
        var program = new ArrayList<>(List.of(LESS_COMPILING, "-Xmx512m"));
        program.addAll(
                Unpacked.of(Part.STANDALONE.jar(), Unpacked.Example.ofServe()).options());
        return java(program, arguments);
    }

    /** The script that users start; {@code REDLINER_JAVA_OPTS} replaces its Java options. */
    public static List<String> script() {
        return List.of(Part.home().resolve("redliner").toString());
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
