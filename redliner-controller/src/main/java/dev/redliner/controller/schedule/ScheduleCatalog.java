package dev.redliner.controller.schedule;

import dev.redliner.controller.service.StaleRevision;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The declared schedules. Each change raises the revision, and wakes the controller that decides about firings.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class ScheduleCatalog {
    private static final Logger log = LoggerFactory.getLogger(ScheduleCatalog.class);
    private static final int ATTEMPTS = 5;
    private static final int LONGEST_WHO = 200;

    private final ScheduleTable table;
    private final InstantSource clock;
    private final Runnable wake;

    /** @param wake called after each change */
    ScheduleCatalog(JdbcClient jdbc, InstantSource clock, Runnable wake) {
        this.table = new ScheduleTable(jdbc);
        this.clock = clock;
        this.wake = wake;
    }

    /**
     * Who changes a schedule.
     *
     * @param who the caller
     * @param permitted called with the schedule as it is before the change; throws if the caller may not change it. If
     *     the schedule is changed meanwhile, it is called again
     */
    public record Author(String who, Consumer<StoredSchedule> permitted) {
        /** An author who may change every schedule. */
        static Author of(String who) {
            return new Author(who, schedule -> {});
        }
    }

    /** The result of applying a schedule. */
    public record Applied(long revision, boolean created) {}

    /** All schedules, by name. */
    public List<StoredSchedule> list() {
        return table.list();
    }

    /** A schedule with the text as it was written. */
    public Optional<StoredSchedule> stored(String name) {
        return table.find(name);
    }

    /**
     * Creates or changes a schedule. It fires nothing that was due before now. A paused schedule stays paused.
     *
     * @param text the YAML that declares it
     * @param expected the revision that it must have; 0: it must not exist; empty: any revision
     * @param author the caller
     * @throws StaleRevision if it has another revision
     */
    public Applied apply(ScheduleDefinition schedule, String text, OptionalLong expected, Author author)
            throws StaleRevision {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<StoredSchedule> before = table.find(schedule.name());
            before.ifPresent(author.permitted());
            requireRevision(schedule.name(), expected, before);
            Instant now = now();
            StoredSchedule after = new StoredSchedule(
                    schedule.name(),
                    before.map(StoredSchedule::revision).orElse(0L) + 1,
                    text,
                    before.map(StoredSchedule::paused).orElse(false),
                    now,
                    now,
                    by(author.who()));
            if (before.isPresent() ? table.update(after) : table.insert(after)) {
                changed("applied", after, author.who());
                return new Applied(after.revision(), before.isEmpty());
            }
        }
        throw busy(schedule.name());
    }

    /**
     * Pauses or resumes a schedule. It keeps its revision if it is already so.
     *
     * @return empty if there is no such schedule
     */
    public Optional<StoredSchedule> pause(String name, boolean paused, Author author) {
        return change(
                name,
                paused ? "paused" : "resumed",
                author,
                it -> it.paused() == paused
                        ? it
                        : new StoredSchedule(
                                name, it.revision() + 1, it.text(), paused, now(), now(), by(author.who())));
    }

    private Optional<StoredSchedule> change(
            String name, String did, Author author, UnaryOperator<StoredSchedule> next) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<StoredSchedule> before = table.find(name);
            if (before.isEmpty()) {
                return before;
            }
            author.permitted().accept(before.get());
            StoredSchedule after = next.apply(before.get());
            if (after.equals(before.get())) {
                return before;
            }
            if (table.update(after)) {
                changed(did, after, author.who());
                return Optional.of(after);
            }
        }
        throw busy(name);
    }

    /**
     * Removes a schedule. Its firings are kept.
     *
     * @return false if there was no such schedule
     * @throws StaleRevision if it has another revision
     */
    public boolean delete(String name, OptionalLong expected, Author author) throws StaleRevision {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<StoredSchedule> before = table.find(name);
            if (before.isEmpty()) {
                return false;
            }
            author.permitted().accept(before.get());
            requireRevision(name, expected, before);
            if (table.delete(name, before.get().revision())) {
                changed("deleted", before.get(), author.who());
                return true;
            }
        }
        throw busy(name);
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    private static String by(String who) {
        return who.substring(0, Math.min(who.length(), LONGEST_WHO));
    }

    private static void requireRevision(String name, OptionalLong expected, Optional<StoredSchedule> found)
            throws StaleRevision {
        OptionalLong revision = found.map(it -> OptionalLong.of(it.revision())).orElseGet(OptionalLong::empty);
        StaleRevision.require("schedule " + name, expected, revision);
    }

    private static IllegalStateException busy(String name) {
        return new IllegalStateException("schedule " + name + " was changed by others " + ATTEMPTS + " times in a row");
    }

    private void changed(String did, StoredSchedule schedule, String who) {
        log.info("schedule={} revision={} {} by={}", schedule.name(), schedule.revision(), did, who);
        wake.run();
    }
}
