package dev.redliner.cli;

import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A valid service file that the user named on the command line.
 *
 * @param text the file as the user wrote it
 * @param definition the service that it declares
 */
public record ServiceFile(String text, ServiceDefinition definition) {
    /**
     * Reads and checks a file.
     *
     * @throws CliFailure if the file cannot be read, or if it declares no valid service: with all of its problems
     */
    public static ServiceFile read(Path file) {
        try {
            String text = TextFile.read(file);
            return new ServiceFile(text, ServiceYaml.parse(file.toString(), text));
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (InvalidService e) {
            throw new CliFailure(ExitCode.USAGE, e.text());
        }
    }
}
