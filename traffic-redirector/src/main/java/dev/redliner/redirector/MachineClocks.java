package dev.redliner.redirector;

import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import java.time.InstantSource;

/** The machine's clocks. The monotonic one runs on while the process is stopped. */
final class MachineClocks implements MomentSource {
    private final InstantSource wall = InstantSource.system();

    @Override
    public Moment now() {
        return new Moment(wall.instant(), System.nanoTime());
    }
}
