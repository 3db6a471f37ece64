package dev.redliner.controller.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class DatabaseThreadTest {
    @Test
    void a_task_that_takes_too_long_is_left_to_itself_and_not_interrupted() throws Exception {
        ScheduledExecutorService thread = DatabaseThread.named("test");
        var begun = new CountDownLatch(1);
        var goOn = new AtomicBoolean(true);
        var interrupted = new AtomicBoolean();
        thread.execute(() -> {
            begun.countDown();
            while (goOn.get() && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(1_000_000);
            }
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        begun.await();
        DatabaseThread.end(thread);
        goOn.set(false);
        assertThat(thread.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).isFalse();
    }

    @Test
    void its_end_waits_for_the_tasks_that_it_has_and_drops_those_for_later() {
        ScheduledExecutorService thread = DatabaseThread.named("test");
        var done = new AtomicBoolean();
        var late = new AtomicBoolean();
        thread.schedule(() -> late.set(true), 1, TimeUnit.HOURS);
        thread.execute(() -> done.set(true));
        DatabaseThread.end(thread);
        assertThat(thread.isTerminated()).isTrue();
        assertThat(done).isTrue();
        assertThat(late).isFalse();
        assertThatThrownBy(() -> thread.execute(() -> late.set(true))).isInstanceOf(RejectedExecutionException.class);
        ScheduledExecutorService discarding = DatabaseThread.discarding("test");
        DatabaseThread.end(discarding);
        discarding.execute(() -> late.set(true));
        assertThat(late).isFalse();
    }
}
