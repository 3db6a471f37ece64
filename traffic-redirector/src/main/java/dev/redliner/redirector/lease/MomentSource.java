package dev.redliner.redirector.lease;

import java.time.InstantSource;

/** Where the redirector gets its time from; tests have one that they move themselves. */
@FunctionalInterface
public interface MomentSource {
    /** What both clocks say. */
    Moment now();

    /** The machine's clocks. The monotonic one runs on while the process is stopped. */
    static MomentSource system() {
        InstantSource wall = InstantSource.system();
        return () -> new Moment(wall.instant(), System.nanoTime());
    }
}
