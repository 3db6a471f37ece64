package dev.redliner.cli;

import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.ScheduleYaml;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A valid schedule file that the user named on the command line.
 *
 * @param text the file as the user wrote it
 * @param definition the schedule that it declares
 */
record ScheduleFile(String text, ScheduleDefinition definition) {
    /**
     * Reads and checks a file.
     *
     * @throws CliFailure if the file cannot be read, or if it declares no valid schedule: with all of its problems
     */
    static ScheduleFile read(Path file) {
        try {
            String text = TextFile.read(file);
            return new ScheduleFile(text, ScheduleYaml.parse(file.toString(), text));
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (InvalidSchedule e) {
            throw new CliFailure(ExitCode.USAGE, e.text());
        }
    }
}
