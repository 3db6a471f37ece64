package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.util.DigestUtils;
import org.springframework.util.FileSystemUtils;

/**
 * The executable jar of a part, unpacked, with an archive of its classes (class data sharing of the JVM). A part starts
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
     * @param settings of a start up to the point at which all objects exist, in which the classes are found
     * @throws IllegalStateException if the program does not start
     */
    static synchronized Unpacked of(Path packed, List<String> settings) {
        return KNOWN.computeIfAbsent(packed, jar -> {
            try {
                return made(jar, settings);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot unpack " + jar, e);
            }
        });
    }

    private static Unpacked made(Path packed, List<String> settings) throws IOException {
        Path all = Files.createDirectories(packed.resolveSibling("unpacked"));
        try (var file = FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            // jars of two builds may have the same size and time
            Path folder = all.resolve(digest(packed) + "-java-" + Runtime.version());
            var unpacked = new Unpacked(folder.resolve(packed.getFileName()), folder.resolve("classes.jsa"));
            if (!Files.exists(unpacked.archive)) {
                FileSystemUtils.deleteRecursively(folder);
                List<String> unpack = List.of("-Djarmode=tools", "-jar", packed.toString(), "extract", "--destination");
                List<String> start = List.of(
                        Commands.LESS_COMPILING,
                        "-XX:ArchiveClassesAtExit=" + unpacked.archive,
                        "-Dspring.context.exit=onRefresh",
                        "-jar",
                        unpacked.jar.toString());
                run("unpack", Commands.java(unpack, List.of(folder.toString())), unpacked.jar, all);
                run("archive", Commands.java(start, settings), unpacked.archive, all);
            }
            return unpacked;
        }
    }

    /** Runs a command that makes a file. A controller keeps its journal in the folder in which it is started. */
    private static void run(String name, List<String> command, Path made, Path folder) {
        try (var process = new PartProcess(name, command, folder)) {
            process.start();
            Await.await(name + " of " + made, LONG, () -> !process.alive(), process::said);
            if (!Files.exists(made)) {
                throw new IllegalStateException("no " + made + "\n" + process.said());
            }
        }
    }

    private static String digest(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return DigestUtils.md5DigestAsHex(content);
        }
    }
}
