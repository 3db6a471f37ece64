package dev.redliner.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user named on the command line. */
public final class TextFile {
    private TextFile() {}

    /**
     * Reads the whole file.
     *
     * @throws IOException if the file cannot be read, with a message for the user
     */
    public static String read(Path file) throws IOException {
        return read(file, Files::readString);
    }

    /** Reads the whole file as bytes. Throws as {@link #read(Path)}. */
    static byte[] bytes(Path file) throws IOException {
        return read(file, Files::readAllBytes);
    }

    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    private static <T> T read(Path file, Reader<T> reader) throws IOException {
        try {
            return reader.read(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " may not be read", e);
        } catch (MalformedInputException e) {
            throw new IOException(file + " is not UTF-8 text", e);
        } catch (FileSystemException e) {
            throw new IOException("cannot read " + file + (e.getReason() == null ? "" : ": " + e.getReason()), e);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
