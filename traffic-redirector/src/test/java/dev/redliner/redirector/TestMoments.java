package dev.redliner.redirector;

import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import java.time.Duration;
import java.time.Instant;

/** Both clocks, advanced by the test. */
public final class TestMoments implements MomentSource {
    private volatile Moment now = new Moment(Instant.parse("2026-11-01T12:00:00Z"), -5);

    @Override
    public Moment now() {
        return now;
    }

    public Instant wall() {
        return now.wall();
    }

    public void pass(Duration time) {
        now = new Moment(now.wall().plus(time), now.nanos() + time.toNanos());
    }

    /** The wall clock is set to another time; no time passes. */
    public void setWallBy(Duration jump) {
        now = new Moment(now.wall().plus(jump), now.nanos());
    }
}
