package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.ReadFailed;

/** Counts the series of a page against their limit. */
final class SeriesCount {
    private final int most;
    private int series;

    SeriesCount(int most) {
        this.most = most;
    }

    /** @throws ReadFailed if the page holds too many */
    void add(int more) throws ReadFailed {
        series += more;
        if (series > most) {
            throw new ReadFailed("the page holds more than " + most + " series (redliner.collector.max-series)");
        }
    }
}
