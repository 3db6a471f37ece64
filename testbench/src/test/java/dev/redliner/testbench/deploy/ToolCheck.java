package dev.redliner.testbench.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.redliner.testbench.Needs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a tool's check of a file.
 *
 * @param exit 0 if the tool accepts the file
 */
record ToolCheck(int exit, String output) {
    /** Runs a tool of {@link Needs#tool}. */
    static ToolCheck of(String tool, Object... arguments) throws IOException, InterruptedException {
        return run(Needs.tool(tool).toString(), arguments);
    }

    /** Runs a program. */
    static ToolCheck run(String program, Object... arguments) throws IOException, InterruptedException {
        return run(new File("/dev/null"), program, arguments);
    }

    /** Runs a program that reads a file. */
    static ToolCheck run(File input, String program, Object... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(program));
        for (Object argument : arguments) {
            command.add(argument instanceof Path path ? path.toAbsolutePath().toString() : argument.toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new ToolCheck(process.waitFor(), output);
    }
}
