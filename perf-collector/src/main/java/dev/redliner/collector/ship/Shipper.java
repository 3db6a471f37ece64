package dev.redliner.collector.ship;

import dev.redliner.contracts.sample.SampleBatch;

/** Takes batches away. What cannot be taken is dropped and counted: old samples are of no use. */
public interface Shipper {
    /** Sends a batch, or drops it within some 50 ms. */
    void ship(SampleBatch batch);
}
