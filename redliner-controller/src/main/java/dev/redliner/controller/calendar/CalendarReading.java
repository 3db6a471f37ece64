package dev.redliner.controller.calendar;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.schedule.calendar.ICalendar;
import dev.redliner.schedule.calendar.InvalidCalendar;
import dev.redliner.schedule.calendar.Occurrence;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Reads one calendar again and again, stores it if it can be used, and keeps its last good copy in memory, whichever
 * controller read it. Thread-safe.
 *
 * <p>{@link #look} and {@link #read} throw {@link org.springframework.dao.DataAccessException} if the database is
 * unavailable. The copy in memory then stays, and becomes stale.
 */
final class CalendarReading {
    private static final Logger log = LoggerFactory.getLogger(CalendarReading.class);

    private final String name;
    private final CalendarSource source;
    private final CalendarFetch fetch;
    private final CalendarTable table;
    private final AuditLog audit;
    private final Duration refresh;
    private final AtomicLong version;
    private final InstantSource clock;
    private @Nullable Instant lastAttempt;
    private volatile CalendarTable.State state = CalendarTable.State.NEVER_READ;
    private volatile @Nullable CalendarCopy copy;

    /** @param version counts up with each change of occurrences, of all calendars */
    CalendarReading(
            String name,
            CalendarSource source,
            CalendarFetch fetch,
            CalendarTable table,
            AuditLog audit,
            Duration refresh,
            AtomicLong version,
            InstantSource clock) {
        this.name = name;
        this.source = source;
        this.fetch = fetch;
        this.table = table;
        this.audit = audit;
        this.refresh = refresh;
        this.version = version;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    CalendarSource source() {
        return source;
    }

    CalendarTable.State state() {
        return state;
    }

    Optional<CalendarCopy> copy() {
        return Optional.ofNullable(copy);
    }

    List<Occurrence> occurrences() {
        CalendarCopy known = copy;
        return known == null ? List.of() : known.occurrences();
    }

    /**
     * Reads the calendar if it is due, and takes over what another controller read.
     *
     * @return whether its occurrences may differ from those before, or whether it can be relied on
     */
    synchronized boolean look() {
        // first, because a source may hang, and a copy of before a restart has the blackouts of the runs that go on
        boolean changed = takeOver(Optional.empty());
        Instant now = clock.instant();
        Instant last = lastAttempt;
        boolean due = last == null || !now.isBefore(last.plus(refresh)) || fetch.changed();
        return due ? read() || changed : changed;
    }

    /** Reads the calendar now. Returns as {@link #look}. */
    synchronized boolean read() {
        Instant now = clock.instant();
        lastAttempt = now;
        try {
            if (!isCurrent(now)) {
                fetch.forget();
            }
            Optional<byte[]> bytes = fetch.read();
            if (bytes.isPresent()) {
                Fresh read = Fresh.of(ICalendar.decode(bytes.get()));
                store(read, now);
                fetch.stored(read.sha256());
                return takeOver(Optional.of(read));
            }
            if (!table.unchanged(name, fetch.unchangedSha256(), now)) {
                // another text was stored meanwhile
                fetch.forget();
                lastAttempt = null;
            }
        } catch (DataAccessException | TransactionException e) {
            lastAttempt = null;
            throw e;
        } catch (RuntimeException e) {
            fetch.forget();
            log.error("calendar={} reading fails for a fault of Redliner", name, e);
            failed("Reading it fails for a fault of Redliner, which is in the log of the controller.", now);
        } catch (CalendarFetch.Failed e) {
            failed(String.valueOf(e.getMessage()), now);
        } catch (InvalidCalendar e) {
            fetch.forget();
            failed("It is no calendar that can be used: " + e.getMessage() + ".", now);
        }
        return takeOver(Optional.empty());
    }

    /** Whether the copy in memory is the stored one, with the occurrences around today. */
    boolean isCurrent(Instant now) {
        CalendarCopy known = copy;
        return known != null
                && known.revision() == state.revision()
                && !known.day().isBefore(day(now).minusDays(1));
    }

    /** Stores a text that can be used. */
    private void store(Fresh read, Instant now) throws InvalidCalendar {
        if (isCurrent(now) && read.sha256().equals(state.sha256()) && table.unchanged(name, read.sha256(), now)) {
            return;
        }
        CalendarCopy.of(0, read.calendar(), day(now));
        String before = copy().map(it -> words(it.calendar().events())).orElse("");
        if (table.good(name, read.text(), read.sha256(), now)) {
            String after = words(read.calendar().events());
            log.info("calendar={} changed: {}", name, after);
            audit.record(new AuditEntry("calendar " + name, AuditAction.CALENDAR_CHANGED, name, before, after, ""));
        }
    }

    private static String words(int events) {
        return events == 1 ? "1 event" : events + " events";
    }

    private void failed(String problem, Instant now) {
        if (!problem.equals(state.problem())) {
            log.warn("calendar={} cannot be read: {}", name, problem);
        }
        table.failed(name, problem, now);
    }

    /**
     * Takes over what is stored.
     *
     * @param read the text that was read just now
     */
    private boolean takeOver(Optional<Fresh> read) {
        CalendarTable.State before = state;
        CalendarTable.State after = table.state(name);
        CalendarCopy known = copy;
        LocalDate today = day(clock.instant());
        boolean other = known == null ? after.revision() > 0 : known.revision() != after.revision();
        boolean newDay = known != null && !known.day().equals(today);
        if (other || newDay) {
            Optional<ICalendar> parsed = other || known == null
                    ? read.filter(it -> it.sha256().equals(after.sha256())).map(Fresh::calendar)
                    : Optional.of(known.calendar());
            copy = compute(after.revision(), parsed, today).orElse(known);
        }
        boolean changed = other || newDay || (before.readAt() == null) != (after.readAt() == null);
        if (changed) {
            // before the state, so that a new copy cannot be relied on before its version is seen
            version.incrementAndGet();
        }
        state = after;
        return changed;
    }

    /** @param parsed the stored text; empty: it is read from the database */
    private Optional<CalendarCopy> compute(long revision, Optional<ICalendar> parsed, LocalDate today) {
        try {
            if (parsed.isPresent()) {
                return Optional.of(CalendarCopy.of(revision, parsed.get(), today));
            }
            Optional<String> text = table.text(name);
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(CalendarCopy.of(revision, ICalendar.parse(text.get()), today));
        } catch (InvalidCalendar e) {
            // another version of Redliner stored it, or there are more occurrences than yesterday
            failedToUse("The stored copy cannot be used: " + e.getMessage() + ".");
            return Optional.empty();
        } catch (DataAccessException e) {
            throw e;
        } catch (RuntimeException e) {
            failedToUse("Using it fails for a fault of Redliner: " + e);
            return Optional.empty();
        }
    }

    private void failedToUse(String problem) {
        if (!problem.equals(state.problem())) {
            failed(problem, clock.instant());
        }
    }

    private static LocalDate day(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** A text that was read from the source. */
    private record Fresh(String text, String sha256, ICalendar calendar) {
        private static final Pattern STAMP = Pattern.compile("(DTSTAMP|LAST-MODIFIED)[:;]", Pattern.CASE_INSENSITIVE);

        static Fresh of(String text) throws InvalidCalendar {
            return new Fresh(text, hash(withoutStamps(text)), ICalendar.parse(text));
        }

        /** Many servers put the time of the answer into each event, which is no change of the calendar. */
        private static String withoutStamps(String text) {
            return text.lines().filter(line -> !STAMP.matcher(line).lookingAt()).collect(Collectors.joining("\n"));
        }

        private static String hash(String text) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError("every Java has SHA-256", e);
            }
        }
    }
}
