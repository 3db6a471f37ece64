package dev.redliner.testbench.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A topic of one partition: a stored log that each reader reads at its own pace.
 *
 * @param <T> type of the messages
 */
final class Topic<T> {
    private static final long RETRY = 200 * Timeline.MILLISECOND;

    private final String name;
    private final Kafka kafka;
    private final List<Entry<T>> log = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private Disturbance disturbance = Disturbance.NONE;

    /**
     * A message that the broker accepted.
     *
     * @param value the message
     * @param stamp when it was sent, by its sender's clock
     */
    record Entry<T>(T value, Instant stamp) {}

    /**
     * Receives messages.
     *
     * @param <T> type of the messages
     */
    interface Handler<T> {
        /** @param live whether the message was appended after the reader began */
        void handle(Entry<T> entry, boolean live);
    }

    Topic(String name, Kafka kafka) {
        this.name = name;
        this.kafka = kafka;
    }

    String name() {
        return name;
    }

    void disturbance(Disturbance what) {
        disturbance = what;
    }

    List<Entry<T>> log() {
        return log;
    }

    /**
     * Sends a message, and retries while Kafka cannot be reached.
     *
     * @param patience time after which sending fails
     * @param taken is called when Kafka has accepted the message
     * @param failed receives the reason of a failure
     */
    void send(SimulatedProcess from, T value, long patience, Runnable taken, Consumer<String> failed) {
        attempt(from, new Entry<>(value, from.wall()), kafka.timeline().now() + patience, taken, failed);
    }

    /** Sends a message for callers that need no notice of its acceptance. */
    void send(SimulatedProcess from, T value, long patience, Consumer<String> failed) {
        send(from, value, patience, () -> {}, failed);
    }

    private void attempt(
            SimulatedProcess from, Entry<T> entry, long deadline, Runnable taken, Consumer<String> failed) {
        if (kafka.reachedBy(from)) {
            take(entry);
            taken.run();
        } else if (kafka.timeline().now() >= deadline) {
            failed.accept(name + ": not taken in time");
        } else {
            from.after(RETRY, () -> attempt(from, entry, deadline, taken, failed));
        }
    }

    private void take(Entry<T> entry) {
        RandomDraws chance = kafka.chance();
        if (chance.of(disturbance.loss())) {
            kafka.lost();
            return;
        }
        kafka.timeline().after(delay(), () -> append(entry));
        if (chance.of(disturbance.doubled())) {
            kafka.doubled();
            kafka.timeline().after(delay() + chance.seconds(0, 2), () -> append(entry));
        }
    }

    private long delay() {
        RandomDraws chance = kafka.chance();
        if (chance.of(disturbance.late())) {
            kafka.late();
            return chance.seconds(0, disturbance.lateSeconds());
        }
        return chance.millis(1, 8);
    }

    private void append(Entry<T> entry) {
        log.add(entry);
        readers.removeIf(reader -> !reader.lives());
        readers.forEach(Reader::wake);
    }

    /** Reads new messages from now on, until the machine crashes. */
    void read(SimulatedProcess machine, Consumer<T> handler) {
        readFrom(log.size(), machine, handler);
    }

    void readFrom(int position, SimulatedProcess machine, Consumer<T> handler) {
        read(position, machine, (entry, live) -> handler.accept(entry.value()));
    }

    /** Reads the messages since the first one that was sent at this time or later, and then new ones. */
    void readSince(Instant since, SimulatedProcess machine, Handler<T> handler) {
        int position = 0;
        while (position < log.size() && log.get(position).stamp().isBefore(since)) {
            position++;
        }
        read(position, machine, handler);
    }

    private void read(int position, SimulatedProcess machine, Handler<T> handler) {
        var reader = new Reader(machine, position, handler);
        readers.add(reader);
        if (position < log.size()) {
            reader.wake();
        }
    }

    private final class Reader {
        private final SimulatedProcess machine;
        private final int life;
        private final Handler<T> handler;
        private final int liveFrom = log.size();
        private int position;
        private boolean awake;

        Reader(SimulatedProcess machine, int position, Handler<T> handler) {
            this.machine = machine;
            this.life = machine.life();
            this.position = position;
            this.handler = handler;
        }

        boolean lives() {
            return machine.life() == life;
        }

        void wake() {
            if (!awake) {
                awake = true;
                machine.after(kafka.chance().millis(1, 12), this::poll);
            }
        }

        private void poll() {
            if (!kafka.reachedBy(machine)) {
                machine.after(RETRY, this::poll);
                return;
            }
            awake = false;
            while (position < log.size()) {
                boolean live = position >= liveFrom;
                handler.handle(log.get(position++), live);
            }
        }
    }
}
