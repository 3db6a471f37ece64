package dev.redliner.controller.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.service.CatalogSnapshot;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.service.ServiceDefinition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two controllers on one catalog and one topic. A redirector that starts later only sees the last record of the topic.
 */
class PoolAnnouncerTest {
    private final List<Long> topic = new ArrayList<>();
    private final OneRow catalog = new OneRow();
    private final Later later = new Later();

    /** Holds each record until the test delivers it or lets it fail. */
    private final class HeldOutbox implements Outbox {
        private record Held(PoolRecord record, Runnable taken, Consumer<String> failed) {}

        private final Deque<Held> held = new ArrayDeque<>();

        @Override
        public void publish(PoolRecord pool, Runnable taken, Consumer<String> failed) {
            held.add(new Held(pool, taken, failed));
        }

        void deliver() {
            while (!held.isEmpty()) {
                Held next = held.remove();
                topic.add(next.record().revision());
                next.taken().run();
            }
        }

        void fail() {
            held.remove().failed().accept("no broker");
        }

        @Override
        public void send(RedirectOrder order, Runnable taken, Consumer<String> failed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void send(Watch watch, Consumer<String> failed) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class OneRow implements ServiceCatalog {
        private long revision = 5;

        @Override
        public Optional<PoolRecord> pool(String name) {
            return Optional.of(new PoolRecord("checkout", revision, null, null));
        }

        @Override
        public CatalogSnapshot snapshot() {
            return new CatalogSnapshot(List.of(), pool("checkout").stream().toList(), List.of());
        }

        @Override
        public List<StoredService> list() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<StoredService> list(String after, int most) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<StoredService> stored(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Applied apply(ServiceDefinition service, String text, OptionalLong expected, String who) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delete(String name, OptionalLong expected, String who) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean withdraw(String name, OptionalLong expected, String who) {
            throw new UnsupportedOperationException();
        }
    }

    /** Executes immediate tasks at once, and keeps delayed tasks. */
    private static final class Later extends ScheduledThreadPoolExecutor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        Later() {
            super(1);
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public @Nullable ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            tasks.add(task);
            return null;
        }
    }

    @AfterEach
    void end() {
        later.shutdownNow();
    }

    private PoolAnnouncer controller(Outbox outbox) {
        return new PoolAnnouncer(outbox, () -> catalog, later);
    }

    @Test
    void a_controller_that_publishes_late_what_it_read_early_leaves_the_newest_record_behind() {
        var slow = new HeldOutbox();
        var quick = new HeldOutbox();
        controller(slow).announce();
        catalog.revision = 6;
        controller(quick).changed("checkout");
        quick.deliver();
        slow.deliver();
        assertThat(topic).containsExactly(6L, 5L, 6L);
    }

    @Test
    void a_record_that_kafka_did_not_take_is_published_again_as_it_is_then() {
        var outbox = new HeldOutbox();
        controller(outbox).changed("checkout");
        outbox.fail();
        catalog.revision = 7;
        later.tasks.remove().run();
        outbox.deliver();
        assertThat(topic).containsExactly(7L);
    }
}
