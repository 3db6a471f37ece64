package dev.redliner.controller.restore;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Restores nothing, and records the requests. */
public final class FakeRestorer implements Restorer {
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @Override
    public RestoreResult restore(String who, String why) {
        asked.add(who + ": " + why);
        return RestoreResult.of(
                true, List.of(new PoolRestored("shop", PoolRestored.Outcome.RESTORED, "1 on the baseline: envoy-1")));
    }

    /** The person and the reason of each request, in order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }
}
