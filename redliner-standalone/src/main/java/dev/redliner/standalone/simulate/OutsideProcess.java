package dev.redliner.standalone.simulate;

import dev.redliner.hostmodel.HostFailed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Another program that answers each line with a line, within a time limit. */
final class OutsideProcess implements AutoCloseable {
    private static final int LONGEST_LINE = 4 << 20;
    private static final int COMPLAINTS = 5;

    /** A line from the reader thread, or the reason why there are no more. */
    private record Heard(String text, boolean over) {}

    private final Process process;
    private final Writer in;
    private final Duration patience;
    private final BlockingQueue<Heard> lines = new ArrayBlockingQueue<>(64);
    private final Deque<String> complaints = new ArrayDeque<>();
    private final Thread complaining;

    OutsideProcess(String command, Duration patience) {
        this.patience = patience;
        try {
            process = new ProcessBuilder("sh", "-c", command).start();
        } catch (IOException e) {
            throw new HostFailed("the host model could not be started: " + e.getMessage());
        }
        in = process.outputWriter(StandardCharsets.UTF_8);
        daemon("simulated-host-answers", this::read);
        complaining = daemon("simulated-host-complaints", this::readComplaints);
    }

    void send(String line) {
        try {
            in.write(line);
            in.write('\n');
            in.flush();
        } catch (IOException e) {
            throw died();
        }
    }

    /** Returns the program's next line. */
    String answer() {
        try {
            Heard heard = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (heard == null) {
                throw new HostFailed("the host model did not answer within " + patience.toSeconds() + " s" + last());
            }
            if (heard.over()) {
                throw heard.text().isEmpty() ? died() : new HostFailed(heard.text());
            }
            return heard.text();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostFailed("interrupted while the host model was to answer");
        }
    }

    private HostFailed died() {
        try {
            if (process.waitFor(2, TimeUnit.SECONDS)) {
                // the last lines of its error output may still be on their way
                complaining.join(1_000);
                return new HostFailed("the host model ended with exit code " + process.exitValue() + last());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new HostFailed("the host model closed its output" + last());
    }

    private String last() {
        synchronized (complaints) {
            return complaints.isEmpty() ? "" : "; it said: " + String.join(" | ", complaints);
        }
    }

    private void read() {
        try (Reader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var line = new StringBuilder();
            int c;
            while ((c = out.read()) >= 0) {
                if (c == '\n') {
                    lines.put(new Heard(line.toString(), false));
                    line.setLength(0);
                } else if (line.length() >= LONGEST_LINE) {
                    lines.put(new Heard(
                            "the host model wrote a line of more than " + LONGEST_LINE + " characters", true));
                    return;
                } else {
                    line.append((char) c);
                }
            }
            lines.put(new Heard("", true));
        } catch (IOException e) {
            lines.offer(new Heard("", true));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readComplaints() {
        try (InputStream errors = process.getErrorStream();
                var reader = new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
            reader.lines().forEach(line -> {
                synchronized (complaints) {
                    complaints.add(line.length() > 300 ? line.substring(0, 300) : line);
                    if (complaints.size() > COMPLAINTS) {
                        complaints.remove();
                    }
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // the program is gone; the output so far is kept
            return;
        }
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Ends the program and all its descendants. */
    @Override
    public void close() {
        try {
            in.close();
            process.waitFor(1, TimeUnit.SECONDS);
        } catch (IOException e) {
            // the program is already gone
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
