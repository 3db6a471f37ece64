package dev.redliner.redirector;

import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import java.time.InstantSource;

/** The clocks of the machine. The monotonic clock continues while the process is stopped. */
final class MachineClocks implements MomentSource {
    private final InstantSource wall = InstantSource.system();

    @Override
    public Moment now() {
        return new Moment(wall.instant(), System.nanoTime());
    }
}
