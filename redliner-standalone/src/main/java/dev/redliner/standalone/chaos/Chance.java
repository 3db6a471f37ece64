package dev.redliner.standalone.chaos;

import java.util.List;
import java.util.SplittableRandom;

/** All that is random in one virtual run. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean of(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    /** Nanoseconds between so many milliseconds. */
    long millis(double low, double high) {
        return (long) (between(low, high) * Timeline.MILLISECOND);
    }

    /** Nanoseconds between so many seconds. */
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
