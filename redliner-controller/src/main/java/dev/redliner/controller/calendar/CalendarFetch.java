package dev.redliner.controller.calendar;

import dev.redliner.http.Answer;
import dev.redliner.http.ExchangeFailed;
import dev.redliner.http.GuardedHttp;
import dev.redliner.http.Request;
import dev.redliner.schedule.calendar.ICalendar;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the text of a calendar from its source. Of an unchanged one at an address, only the headers are sent. */
final class CalendarFetch {
    private static final int NOT_MODIFIED = 304;

    private final CalendarSource source;
    private final GuardedHttp http;
    private final Duration timeout;
    /** Of the text that was stored last, with its hash. */
    private String etag = "";

    private String etagSha256 = "";
    private String newEtag = "";
    private Optional<FileTime> fileTime = Optional.empty();

    CalendarFetch(CalendarSource source, GuardedHttp http, Duration timeout) {
        this.source = source;
        this.http = http;
        this.timeout = timeout;
    }

    /** The calendar could not be read. The message is a sentence without secrets. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        Failed(String message) {
            super(message);
        }
    }

    /** Whether the source is a file that was changed since it was read. */
    boolean changed() {
        return !source.isAddress() && !fileTime.equals(modified());
    }

    private Optional<FileTime> modified() {
        try {
            return Optional.of(Files.getLastModifiedTime(Path.of(source.location())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Lets the next reading return the text also if it is unchanged. */
    void forget() {
        etag = "";
    }

    /** The text of the last reading was stored. Only then may the source answer that it is unchanged. */
    void stored(String sha256) {
        etag = newEtag;
        etagSha256 = sha256;
    }

    /** The hash of the text that the source calls unchanged. */
    String unchangedSha256() {
        return etagSha256;
    }

    /** Returns the text; empty if it is the one that was {@link #stored} last. */
    Optional<byte[]> read() throws Failed {
        return source.isAddress() ? fromAddress() : Optional.of(fromFile());
    }

    private byte[] fromFile() throws Failed {
        fileTime = modified();
        try (InputStream in = Files.newInputStream(Path.of(source.location()))) {
            // a byte more than the most is refused
            return in.readNBytes(ICalendar.MOST_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new Failed("There is no file " + source.location() + ".");
        } catch (IOException e) {
            throw new Failed("The file " + source.location() + " cannot be read: " + e.getMessage() + ".");
        }
    }

    private Optional<byte[]> fromAddress() throws Failed {
        Map<String, String> headers = new HashMap<>(Map.of("Accept", "text/calendar, */*;q=0.1"));
        if (!source.authorization().isEmpty()) {
            headers.put("Authorization", source.authorization());
        }
        if (!etag.isEmpty()) {
            headers.put("If-None-Match", etag);
        }
        Answer answer;
        try {
            answer = http.send(Request.get(URI.create(source.location()), headers), timeout);
        } catch (ExchangeFailed e) {
            throw new Failed("The address cannot be read: "
                    + String.valueOf(e.getMessage()).replace(source.location(), source.shown()) + ".");
        }
        if (answer.status() == NOT_MODIFIED && !etag.isEmpty()) {
            return Optional.empty();
        }
        if (answer.status() / 100 == 3) {
            throw new Failed("The address answers " + answer.status()
                    + ", and redirects are not followed. Set the address to which it redirects.");
        }
        if (answer.status() != 200) {
            throw new Failed("The address answers " + answer.status() + ".");
        }
        newEtag = answer.header("ETag").orElse("");
        return Optional.of(answer.body());
    }
}
