package dev.redliner.testbench.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A container's program as a plain process. From the environment of this process it inherits only PATH. */
final class PlainProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;
    private static final int TAIL = 3_000;

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread hook;

    private PlainProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.hook = new Thread(process::destroyForcibly, name + "-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static PlainProcess start(String name, List<String> command, Map<String, String> environment, Path log) {
        try {
            var builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .directory(log.getParent().toFile());
            builder.environment().clear();
            builder.environment().put("PATH", System.getenv("PATH"));
            builder.environment().putAll(environment);
            return new PlainProcess(name, builder.start(), log);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + name + ": " + command, e);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Waits for the end of the process and returns its exit code. */
    int end(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " did not end within " + seconds + " s\n" + printed());
        }
        return process.exitValue();
    }

    /** The peak memory of the process, in MiB, or 0 if it is gone. */
    long peakMiB() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }

    /** The end of the process's output. */
    String printed() {
        try {
            String text = Files.readString(log);
            return "--- " + name + "\n" + text.substring(Math.max(0, text.length() - TAIL));
        } catch (IOException e) {
            return "--- " + name + ": " + e;
        }
    }

    String output() throws IOException {
        return Files.readString(log);
    }

    /** Requests the process to stop. {@link #close} waits for that. */
    void stop() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException shuttingDown) {
            process.destroyForcibly();
        }
    }
}
