package dev.redliner.testbench.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Follows a run's events as a browser does: it reconnects with the last id that it has received. */
final class EventReader {
    private final URI stream;
    private final List<Long> ids = new ArrayList<>();
    private boolean ended;

    EventReader(int port, String run) {
        this.stream = URI.create("http://127.0.0.1:" + port + "/api/v1/runs/" + run + "/events");
    }

    /** Reads this many events, cuts the connection, and reads the remaining data. */
    void readUntilCut(FaultProxy link, int events) throws IOException {
        int enough = ids.size() + events;
        HttpURLConnection connection = connect();
        try (BufferedReader lines = lines(connection)) {
            while (ids.size() < enough && take(lines.readLine())) {
                continue;
            }
            link.cut();
            while (take(lines.readLine())) {
                continue;
            }
        } catch (IOException cut) {
            // expected
        } finally {
            connection.disconnect();
            link.mend();
        }
    }

    /** Reads until the run has ended. */
    void readToTheEnd() throws IOException {
        HttpURLConnection connection = connect();
        try (BufferedReader lines = lines(connection)) {
            while (!ended && take(lines.readLine())) {
                continue;
            }
        }
    }

    private HttpURLConnection connect() throws IOException {
        var connection = (HttpURLConnection) stream.toURL().openConnection();
        connection.setReadTimeout(60_000);
        connection.setRequestProperty("Accept", "text/event-stream");
        if (!ids.isEmpty()) {
            connection.setRequestProperty("Last-Event-ID", Long.toString(ids.get(ids.size() - 1)));
        }
        return connection;
    }

    private static BufferedReader lines(HttpURLConnection connection) throws IOException {
        return new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
    }

    private boolean take(String line) {
        if (line == null) {
            return false;
        }
        if (line.startsWith("id:")) {
            ids.add(Long.parseLong(line.substring(3).strip()));
        }
        ended |= line.startsWith("event:end");
        return true;
    }

    /** The ids that were received, in order. */
    List<Long> ids() {
        return ids;
    }

    /** The numbers from 1, as many as there are ids. */
    List<Long> firstNumbers() {
        return LongStream.rangeClosed(1, ids.size()).boxed().toList();
    }
}
