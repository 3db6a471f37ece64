package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Instant;
import java.util.List;

/**
 * A tick that no longer waits for batches.
 *
 * @param end event time of the tick
 * @param sut request counts of the SUT's hosts
 * @param peers request counts of the peers
 * @param sutWhole whether every Envoy that reported on the SUT in this run reported in this tick
 * @param peersWhole whether every Envoy that reported on the peers in this run reported in this tick
 * @param notes the missing reporters, for a person
 * @param setAside request counts of the SUT's hosts that belong to no tick, because they arrived late or from some Envoys
 *     only
 */
record ClosedTick(
        Instant end,
        List<SampleBatch> sut,
        List<SampleBatch> peers,
        boolean sutWhole,
        boolean peersWhole,
        List<String> notes,
        List<SampleBatch> setAside) {
    ClosedTick {
        sut = List.copyOf(sut);
        peers = List.copyOf(peers);
        notes = List.copyOf(notes);
        setAside = List.copyOf(setAside);
    }
}
