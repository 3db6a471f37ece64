package dev.redliner.testbench.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Recorded searches in a file: a line of JSON for each, compressed by gzip. */
public final class RecordingFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RecordingFile() {}

    /** Writes recordings. */
    public static void write(Path file, List<RecordedSearch> recordings) throws IOException {
        try (Writer writer =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            for (RecordedSearch recording : recordings) {
                writer.write(JSON.writeValueAsString(recording));
                writer.write('\n');
            }
        }
    }

    /**
     * Reads recordings.
     *
     * @throws IOException if the file cannot be read, or is not such a file
     */
    public static List<RecordedSearch> read(Path file) throws IOException {
        var recordings = new ArrayList<RecordedSearch>();
        try (var reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                RecordedSearch recording = JSON.readValue(line, RecordedSearch.class);
                if (recording == null) {
                    throw new IOException("line " + (recordings.size() + 1) + " is null");
                }
                recordings.add(recording);
            }
        } catch (JacksonException e) {
            throw new IOException(
                    "line " + (recordings.size() + 1) + " is no recorded search: " + e.getOriginalMessage(), e);
        }
        return recordings;
    }
}
