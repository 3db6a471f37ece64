package dev.redliner.testbench.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The CPUs of the hosts and of Redliner. In production, LiveRedliner, PerfAnalyzer and the users are on other machines
 * than the hosts. On one machine they share its CPUs, and a host that has to wait for a CPU has a lower redline during a
 * run than before it.
 *
 * @param ofHosts numbers of the CPUs of the hosts and of Envoy
 * @param ofOthers numbers of the CPUs of Redliner and of the traffic
 */
record CpuPlacement(List<Integer> ofHosts, List<Integer> ofOthers) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    CpuPlacement {
        ofHosts = List.copyOf(ofHosts);
        ofOthers = List.copyOf(ofOthers);
    }

    /** The CPUs that this process may use, divided in halves. With an odd number, the hosts get one more. */
    static CpuPlacement ofThisMachine() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> divided(line.substring(ALLOWED.length()).strip()))
                    .findFirst()
                    .orElse(new CpuPlacement(List.of(), List.of()));
        } catch (IOException e) {
            // no Linux
            return new CpuPlacement(List.of(), List.of());
        }
    }

    /** Divides a list of CPUs such as {@code 0-2,5} in halves. */
    static CpuPlacement divided(String list) {
        var cpus = new ArrayList<Integer>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cpus::add);
        }
        int half = cpus.size() / 2;
        return new CpuPlacement(cpus.subList(half, cpus.size()), cpus.subList(0, half));
    }

    /**
     * Keeps processes that run already, and all of their threads, on the CPUs of the hosts.
     *
     * @return why that was not possible, or empty
     */
    Optional<String> placeHosts(List<ProcessHandle> processes) {
        return place(ofHosts, processes);
    }

    /**
     * Keeps processes that run already, and all of their threads, on the other CPUs.
     *
     * @return why that was not possible, or empty
     */
    Optional<String> placeOthers(List<ProcessHandle> processes) {
        return place(ofOthers, processes);
    }

    private Optional<String> place(List<Integer> cpus, List<ProcessHandle> processes) {
        if (ofHosts.isEmpty() || ofOthers.isEmpty()) {
            return Optional.of("fewer than two CPUs can be used");
        }
        return processes.stream()
                .map(process -> run("taskset", "--all-tasks", "--cpu-list", "--pid", list(cpus), pid(process)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Keeps one thread of a process on the CPUs of the hosts, with the usual scheduling policy. A thread that measures
     * whether hosts stand still measures on these CPUs in production.
     *
     * @param thread name of the thread, at most 15 characters
     * @return why that was not possible, or empty
     */
    Optional<String> placeWithHosts(ProcessHandle process, String thread) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", pid(process), "task"))) {
            Optional<String> id = threads.filter(folder -> isNamed(folder, thread))
                    .map(folder -> folder.getFileName().toString())
                    .findFirst();
            if (id.isEmpty()) {
                return Optional.of("the process has no thread " + thread);
            }
            return run("chrt", "--other", "--pid", "0", id.get())
                    .or(() -> ofHosts.isEmpty()
                            ? Optional.empty()
                            : run("taskset", "--cpu-list", "--pid", list(ofHosts), id.get()));
        } catch (IOException e) {
            return Optional.of("the threads of the process cannot be read: " + e.getMessage());
        }
    }

    private static boolean isNamed(Path thread, String name) {
        try {
            return Files.readString(thread.resolve("comm")).strip().equals(name);
        } catch (IOException e) {
            // has ended since
            return false;
        }
    }

    private static String list(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /**
     * Gives all threads of a process the scheduling policy {@code SCHED_IDLE}: they run only while no other process needs
     * the CPU. Threads that start later inherit it, and so do processes. Processes that run already keep theirs.
     *
     * @return why that was not possible, or empty
     */
    static Optional<String> yieldToOthers(ProcessHandle process) {
        return run("chrt", "--idle", "--all-tasks", "--pid", "0", pid(process));
    }

    /**
     * Gives all threads of a process the usual scheduling policy, {@code SCHED_OTHER}.
     *
     * @return why that was not possible, or empty
     */
    static Optional<String> compete(ProcessHandle process) {
        return run("chrt", "--other", "--all-tasks", "--pid", "0", pid(process));
    }

    private static String pid(ProcessHandle process) {
        return Long.toString(process.pid());
    }

    private static Optional<String> run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } catch (IOException e) {
            return Optional.of(command[0] + " of util-linux cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
