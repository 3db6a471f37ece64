package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.util.DigestUtils;
import org.springframework.util.FileSystemUtils;

/**
 * An executable jar, unpacked, with an archive of its classes (class data sharing of the JVM). The program starts
 * from it in less than half of the processor time.
 *
 * @param jar the unpacked program
 * @param archive its classes, for {@code -XX:SharedArchiveFile}
 */
record Unpacked(Path jar, Path archive) {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Map<Path, Unpacked> KNOWN = new HashMap<>();

    /**
     * Unpacks a jar, unless this process or another one has already done so.
     *
     * @param example a start of the unpacked program in which the classes are found
     * @throws IllegalStateException if the program does not start
     */
    static synchronized Unpacked of(Path packed, Example example) {
        return KNOWN.computeIfAbsent(packed, jar -> {
            try {
                return made(jar, example);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot unpack " + jar, e);
            }
        });
    }

    /**
     * A start of a program, to the point at which it has used most of its classes.
     *
     * @param options of the JVM
     * @param end ends the process; throws an exception if the process did not come that far
     */
    record Example(List<String> options, List<String> arguments, Consumer<PartProcess> end) {
        /** A part, which ends by itself as soon as all its objects exist. */
        static Example ofPart(List<String> settings) {
            return new Example(List.of("-Dspring.context.exit=onRefresh"), settings, Unpacked::awaitSuccess);
        }

        /** {@code redliner serve}, until it has printed its addresses. */
        static Example ofServe() {
            List<String> arguments = List.of(
                    "serve",
                    "--port=0",
                    "--kafka-port=" + Ports.free(),
                    "--set=redliner.redirector.xds.port=0",
                    "--data=data");
            return new Example(List.of(), arguments, serve -> {
                Await.await(
                        "serve to be up",
                        LONG,
                        () -> serve.output().contains("collectors send to:") || !serve.alive(),
                        serve::said);
                // at its end it writes the archive
                serve.terminate(LONG);
            });
        }
    }

    private static Unpacked made(Path packed, Example example) throws IOException {
        Path all = Files.createDirectories(packed.resolveSibling("unpacked"));
        try (var file = FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            // jars of two builds may have the same size and time
            Path folder = all.resolve(digest(packed) + "-java-" + Runtime.version());
            var unpacked = new Unpacked(folder.resolve(packed.getFileName()), folder.resolve("classes.jsa"));
            if (!Files.exists(unpacked.archive)) {
                deleteFoldersIn(all);
                Path work = Files.createDirectories(all.resolve("work"));
                List<String> unpack = List.of("-Djarmode=tools", "-jar", packed.toString(), "extract", "--destination");
                run("unpack", Commands.java(unpack, List.of(folder.toString())), work, Unpacked::awaitSuccess);
                Path archive = work.resolve("classes.jsa");
                var start = new ArrayList<>(example.options);
                start.add(Commands.LESS_COMPILING);
                start.add("-XX:ArchiveClassesAtExit=" + archive);
                start.addAll(List.of("-jar", unpacked.jar.toString()));
                run("archive", Commands.java(start, example.arguments), work, example.end);
                // only a start that came far enough has an archive, and only a whole one has this name
                Files.move(archive, unpacked.archive, StandardCopyOption.ATOMIC_MOVE);
            }
            return unpacked;
        }
    }

    /** Deletes the programs of earlier builds, and what an interrupted start has left. */
    private static void deleteFoldersIn(Path all) throws IOException {
        try (Stream<Path> entries = Files.list(all)) {
            for (Path folder : entries.filter(Files::isDirectory).toList()) {
                FileSystemUtils.deleteRecursively(folder);
            }
        }
    }

    /** Runs a command. A controller keeps its journal in the folder in which it is started. */
    private static void run(String name, List<String> command, Path folder, Consumer<PartProcess> end) {
        try (var process = new PartProcess(name, command, folder)) {
            process.start();
            end.accept(process);
        }
    }

    private static void awaitSuccess(PartProcess process) {
        Await.await("the end of a process", LONG, () -> !process.alive(), process::said);
        if (process.exitCode() != 0) {
            throw new IllegalStateException("exit code " + process.exitCode() + "\n" + process.said());
        }
    }

    /** Options of a JVM that start the program. */
    List<String> options() {
        return List.of("-XX:SharedArchiveFile=" + archive, "-jar", jar.toString());
    }

    private static String digest(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return DigestUtils.md5DigestAsHex(content);
        }
    }
}
