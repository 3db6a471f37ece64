package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A disk of a few megabytes that can be filled up. Without permission to mount one, it is an ordinary folder. */
final class SmallDisk implements AutoCloseable {
    private static final int MEBIBYTES = 48;

    private final Path folder;
    private final boolean mounted;

    private SmallDisk(Path folder, boolean mounted) {
        this.folder = folder;
        this.mounted = mounted;
    }

    static SmallDisk mount(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        return new SmallDisk(
                folder,
                linux && run("mount", "-t", "tmpfs", "-o", "size=" + MEBIBYTES + "m", "tmpfs", folder.toString()));
    }

    /** Whether the disk can be filled up. */
    boolean isSmall() {
        return mounted;
    }

    /** Fills the disk to the last byte. */
    void fill() {
        if (!mounted) {
            throw new IllegalStateException("this would fill up the machine's own disk");
        }
        try (var filler = Files.newOutputStream(filler())) {
            for (int size = 1 << 20; size > 0; size /= 2) {
                write(filler, size);
            }
        } catch (IOException full) {
            // there is nothing left to write at the close
        }
    }

    private static void write(java.io.OutputStream filler, int size) {
        var block = new byte[size];
        try {
            while (true) {
                filler.write(block);
            }
        } catch (IOException full) {
            // the disk is full, as intended
        }
    }

    void free() {
        try {
            Files.deleteIfExists(filler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        // lazily: a killed process may still be ending
        if (mounted && !run("umount", "-l", folder.toString())) {
            throw new IllegalStateException("cannot unmount " + folder);
        }
    }
}
