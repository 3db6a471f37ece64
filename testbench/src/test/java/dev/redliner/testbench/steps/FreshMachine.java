package dev.redliner.testbench.steps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A copy of bin/, and a PATH that has the usual commands but none of the programs that its steps look for. pip installs
 * only from a folder of wheels.
 */
final class FreshMachine {
    private static final Path BIN = Path.of("..", "bin").toAbsolutePath().normalize();
    private static final List<String> USUAL = List.of(
            "basename",
            "cat",
            "chmod",
            "cut",
            "dirname",
            "find",
            "grep",
            "head",
            "id",
            "mkdir",
            "mktemp",
            "mv",
            "rm",
            "sha256sum",
            "shasum",
            "tr");

    private final Path folder;
    private final Path commands;
    private final Path wheels;
    private final Map<String, String> environment = new TreeMap<>();

    /**
     * The output of a step.
     *
     * @param exit its exit code
     */
    record Outcome(int exit, String output, String messages) {}

    /**
     * @param folder an empty folder
     */
    FreshMachine(Path folder) throws IOException {
        this.folder = folder;
        this.commands = Files.createDirectories(folder.resolve("commands"));
        this.wheels = Files.createDirectories(folder.resolve("wheels"));
        copy(BIN, folder.resolve("bin"));
        for (String command : USUAL) {
            forward(command);
        }
        set("PATH", commands.toString());
        set("HOME", Files.createDirectories(folder.resolve("home")).toString());
    }

    Path cache() {
        return folder.resolve("home/.cache/redliner");
    }

    void set(String variable, String value) {
        environment.put(variable, value);
    }

    void unset(String variable) {
        environment.remove(variable);
    }

    /** Puts the Python of this machine, with its pip, on PATH. */
    void hasPip() throws IOException {
        forward("python3");
        set("PIP_NO_INDEX", "1");
        set("PIP_FIND_LINKS", wheels.toString());
        set("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    }

    /** Puts a command on PATH. */
    Path has(String command, String script) throws IOException {
        Path file = Files.writeString(commands.resolve(command), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void forward(String command) throws IOException {
        String path = System.getenv("PATH");
        boolean here = List.of(path.split(File.pathSeparator)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, command)));
        if (here) {
            has(command, "PATH='" + path + "' exec " + command + " \"$@\"");
        }
    }

    /**
     * Offers a wheel of one file.
     *
     * @return the wheel's sha256
     */
    String offers(String name, String version, String path, String text) throws IOException {
        String info = name + "-" + version + ".dist-info/";
        Path wheel = wheels.resolve(name + "-" + version + "-py3-none-any.whl");
        try (var zip = new ZipOutputStream(Files.newOutputStream(wheel))) {
            entry(zip, path, text);
            entry(zip, info + "METADATA", "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n");
            entry(zip, info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
            entry(
                    zip,
                    info + "RECORD",
                    path + ",,\n" + info + "METADATA,,\n" + info + "WHEEL,,\n" + info + "RECORD,,\n");
        }
        return sha256(Files.readAllBytes(wheel));
    }

    private static void entry(ZipOutputStream zip, String path, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(path));
        zip.write(text.getBytes(UTF_8));
    }

    /** Replaces a file of bin/pins. */
    void pins(String file, String text) throws IOException {
        Files.writeString(folder.resolve("bin/pins").resolve(file), text);
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Outcome run(String step, String... arguments) throws IOException, InterruptedException {
        Path messages = folder.resolve("messages.txt");
        var command = new java.util.ArrayList<String>(
                List.of(folder.resolve("bin").resolve(step).toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectError(messages.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        return new Outcome(process.waitFor(), output, Files.readString(messages));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(each, to.resolve(from.relativize(each)), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
