package dev.redliner.collector.ship;

import dev.redliner.contracts.sample.SampleBatch;

/** Sends batches. Batches that cannot be sent are dropped and counted: old samples are useless. */
public interface Shipper {
    /** Sends a batch, or drops it within about 50 ms. */
    void ship(SampleBatch batch);
}
