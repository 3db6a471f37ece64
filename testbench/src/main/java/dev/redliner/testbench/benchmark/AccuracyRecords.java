package dev.redliner.testbench.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Runs as lines of JSON in a file. Each is added as soon as it is over, so that an interruption loses one run at most. */
final class AccuracyRecords {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final List<AccuracyRun> runs;

    private AccuracyRecords(Path file, List<AccuracyRun> runs) {
        this.file = file;
        this.runs = runs;
    }

    /**
     * Reads the runs of earlier calls. A last line without its end was cut off, and is removed.
     *
     * @param file may be missing
     * @throws IllegalArgumentException if a line is no run; the message has its place
     */
    static AccuracyRecords open(Path file) throws IOException {
        if (!Files.exists(file)) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            return new AccuracyRecords(file, new ArrayList<>());
        }
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        List<String> lines = whole.lines().toList();
        List<AccuracyRun> runs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            runs.add(run(file + ":" + (i + 1), lines.get(i)));
        }
        if (whole.length() < text.length()) {
            Files.writeString(file, whole);
        }
        return new AccuracyRecords(file, runs);
    }

    private static AccuracyRun run(String place, String line) {
        try {
            return JSON.readValue(line, AccuracyRun.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    place + ": " + e.getOriginalMessage() + ". Remove the line, or choose another file.", e);
        }
    }

    /** The runs of a cell, in their order. */
    List<AccuracyRun> of(AccuracyCell cell) {
        return runs.stream().filter(run -> run.cell().equals(cell)).toList();
    }

    /** Adds a run that is over. */
    void add(AccuracyRun run) throws IOException {
        Files.writeString(
                file, JSON.writeValueAsString(run) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        runs.add(run);
    }
}
