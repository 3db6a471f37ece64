package dev.redliner.testbench.chaos;

import java.util.List;
import java.util.SplittableRandom;

/** All random draws of one virtual run. */
final class RandomDraws {
    private final SplittableRandom random;

    RandomDraws(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean of(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    /** A random duration between two bounds in milliseconds, as nanoseconds. */
    long millis(double low, double high) {
        return (long) (between(low, high) * Timeline.MILLISECOND);
    }

    /** A random duration between two bounds in seconds, as nanoseconds. */
    long seconds(double low, double high) {
        return (long) (between(low, high) * Timeline.SECOND);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    long seed() {
        return random.nextLong();
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
