import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;

/**
 * Measures how late a thread of this JVM wakes up: pauses of any cause, also those that no log of the garbage collector
 * shows, such as a JVM that waits to write its log. In Spring Boot, declare it as a bean; elsewhere call {@code bindTo}.
 * Micrometer exposes {@code jvm_hiccup_seconds_count} and {@code jvm_hiccup_seconds_sum}.
 */
public final class HiccupMeter implements MeterBinder {
    private static final long EVERY_MS = 10;

    /** The scheduler of the operating system is later than a timer by some milliseconds as a rule. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    @Override
    public void bindTo(MeterRegistry registry) {
        Timer late = Timer.builder("jvm.hiccup")
                .description("Delays of 5 ms and more of a thread that sleeps for 10 ms")
                .register(registry);
        Thread thread = new Thread(() -> watch(late), "hiccup-meter");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(Timer late) {
        while (!Thread.currentThread().isInterrupted()) {
            long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(EVERY_MS);
            try {
                Thread.sleep(EVERY_MS);
            } catch (InterruptedException e) {
                return;
            }
            long nanos = System.nanoTime() - due;
            if (nanos >= SHORTEST_NANOS) {
                late.record(nanos, TimeUnit.NANOSECONDS);
            }
        }
    }
}
