package dev.redliner.controller.lever;

import java.time.Instant;
import java.util.Optional;

/** A lever in memory, without runs to stop. */
public final class FakeLever implements SafetyLever {
    private Optional<Engaged> engaged = Optional.empty();

    @Override
    public synchronized Optional<Engaged> engaged() {
        return engaged;
    }

    @Override
    public boolean stored() {
        return true;
    }

    @Override
    public synchronized boolean engage(String who, String why) {
        engaged = engaged.or(() -> Optional.of(new Engaged(who, why, Instant.parse("2026-01-05T10:00:00Z"))));
        return true;
    }

    @Override
    public synchronized boolean release(String who, String why) {
        boolean was = engaged.isPresent();
        engaged = Optional.empty();
        return was;
    }
}
