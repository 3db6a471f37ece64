package dev.redliner.collector.gclog;

import java.util.ArrayList;
import java.util.List;

/** Makes garbage until it is killed, and keeps a little of it. */
public final class GarbageMain {
    private static final int MIB = 1 << 20;
    private static final int KEPT = 8;

    private GarbageMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; ; i++) {
            kept.add(new byte[MIB]);
            if (kept.size() > KEPT) {
                kept.remove(0);
            }
            if (i % 64 == 0) {
                Thread.sleep(1);
            }
        }
    }
}
