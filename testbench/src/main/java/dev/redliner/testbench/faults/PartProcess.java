package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that can be killed, frozen and restarted with the same command. */
public final class PartProcess implements AutoCloseable {
    private static final Duration GONE_WITHIN = Duration.ofSeconds(30);
    private static final int TAIL = 4_000;

    private final String name;
    private final List<String> command;
    private final Path folder;
    private final Thread hook = new Thread(this::killQuietly, "part-end");
    private @Nullable Process process;
    private int starts;

    PartProcess(String name, List<String> command, Path folder) {
        this.name = name;
        this.command = List.copyOf(command);
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts the process, with a separate log for each start. The process is not ready yet when this returns. */
    synchronized void start() {
        if (alive()) {
            throw new IllegalStateException(name + " runs already");
        }
        starts++;
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log().toFile());
            builder.directory(folder.toFile());
            builder.environment().clear();
            builder.environment().put("PATH", System.getenv("PATH"));
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /** Sends SIGKILL, which leaves the process no chance to clean up. Returns when the process is gone. */
    synchronized void kill() {
        Process running = running();
        running.destroyForcibly();
        awaitEnd(running, GONE_WITHIN);
    }

    /** Sends SIGTERM, as a rolling upgrade does. Returns when the process is gone. */
    public synchronized void terminate() {
        terminate(GONE_WITHIN);
    }

    /** Sends SIGTERM to a process that may take longer to end. Returns when the process is gone. */
    synchronized void terminate(Duration within) {
        Process running = running();
        running.destroy();
        awaitEnd(running, within);
    }

    /** Sends SIGSTOP: the process stands still, with all its connections open. */
    synchronized void freeze() {
        signal("STOP");
    }

    /** Sends SIGCONT: the process continues, without any notice of the time that has passed. */
    synchronized void thaw() {
        signal("CONT");
    }

    /** Whether the process runs, possibly frozen. */
    public synchronized boolean alive() {
        return process != null && process.isAlive();
    }

    /** The exit code of a process that has ended. */
    synchronized int exitCode() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process.exitValue();
    }

    /** The output since the last start. */
    public String output() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }

    /** The end of the output since the last start. */
    String said() {
        String text = output();
        return "--- " + name + "\n" + text.substring(Math.max(0, text.length() - TAIL));
    }

    private Path log() {
        return folder.resolve(name + "-" + starts + ".log");
    }

    private Process running() {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException(name + " does not run\n" + said());
        }
        return process;
    }

    private void signal(String signal) {
        Signals.send(signal, running().pid());
    }

    private void awaitEnd(Process ending, Duration within) {
        try {
            if (!ending.waitFor(within.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end\n" + said());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void killQuietly() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    /** Kills the process. Call {@link #terminate} before for an orderly end. */
    @Override
    public void close() {
        killQuietly();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // the shutdown hook kills the process as well
        }
    }
}
