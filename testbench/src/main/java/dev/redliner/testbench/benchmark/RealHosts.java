package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.envoy.NotReadyException;
import dev.redliner.standalone.rig.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The running hosts of a {@link RealService}. Closing them ends their processes, and so does the end of this process, unless it is killed. */
final class RealHosts implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(60);
    private static final int STOP_SECONDS = 5;

    private final List<Process> processes = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final RealService service;
    private final Thread hook = new Thread(this::destroy, "hosts-end");

    private RealHosts(RealService service) {
        this.service = service;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the hosts, and returns when each host has answered.
     *
     * @param folder of the service
     * @param work for the files that the hosts write
     * @throws IllegalStateException if a host does not answer; the message names the file with its output
     */
    static RealHosts start(RealService service, Path folder, Path work) {
        var hosts = new RealHosts(service);
        try {
            for (int i = 1; i <= service.hosts(); i++) {
                hosts.start(folder, work.resolve("host-" + i));
            }
            for (int i = 0; i < service.hosts(); i++) {
                hosts.await(i, work.resolve("host-" + (i + 1)).resolve("output.log"));
            }
            return hosts;
        } catch (RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    private void start(Path folder, Path work) {
        try {
            Files.createDirectories(work);
            int port = Loopback.freePort();
            ports.add(port);
            processes.add(new ProcessBuilder(
                            folder.resolve("host").toAbsolutePath().toString(),
                            Integer.toString(port),
                            work.toAbsolutePath().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(work.resolve("output.log").toFile())
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + folder.resolve("host"), e);
        }
    }

    private void await(int host, Path output) {
        try {
            Loopback.awaitOk(page(host), READY);
        } catch (NotReadyException e) {
            throw new NotReadyException(
                    e.getMessage() + " It needs " + service.needs() + "; its output is in " + output + ".");
        }
    }

    List<Integer> ports() {
        return List.copyOf(ports);
    }

    /** The page of one host, reached directly. */
    URI page(int host) {
        return URI.create("http://127.0.0.1:" + ports.get(host) + service.path());
    }

    @Override
    public void close() {
        destroy();
        processes.forEach(RealHosts::end);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this process ends already
        }
    }

    private void destroy() {
        for (Process process : List.copyOf(processes)) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static void end(Process process) {
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
