package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Instant;
import java.util.List;

/**
 * A tick that waits for nothing more.
 *
 * @param end event time it speaks for
 * @param sut request counts of the SUT's hosts
 * @param peers request counts of the peers
 * @param sutWhole whether every Envoy that reports on the SUT did so
 * @param peersWhole the same of the peers
 * @param notes who is missing, for a person
 * @param aside request counts of the SUT's hosts that are of no tick, as they came late or from some Envoys only
 */
record ClosedTick(
        Instant end,
        List<SampleBatch> sut,
        List<SampleBatch> peers,
        boolean sutWhole,
        boolean peersWhole,
        List<String> notes,
        List<SampleBatch> aside) {
    ClosedTick {
        sut = List.copyOf(sut);
        peers = List.copyOf(peers);
        notes = List.copyOf(notes);
        aside = List.copyOf(aside);
    }
}
