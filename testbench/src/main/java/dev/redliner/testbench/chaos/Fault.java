package dev.redliner.testbench.chaos;

import java.util.Locale;

/**
 * A fault in a virtual run.
 *
 * @param kind kind of fault
 * @param at begin, nanoseconds of virtual time
 * @param lasts duration, nanoseconds; with {@link #FOREVER} the fault lasts until all faults are mended, if they are
 * @param which index of the target, modulo the number of targets
 * @param amount between 0 and 1; the meaning depends on the kind
 */
record Fault(VirtualFaultKind kind, long at, long lasts, int which, double amount) {
    static final long FOREVER = Long.MAX_VALUE;

    /**
     * A random fault within a window. Faults often follow each other closely, because most bugs need faults that
     * overlap.
     *
     * @param before begin of the previous fault, or 0 if there is none
     */
    static Fault any(RandomDraws chance, long from, long to, long before) {
        VirtualFaultKind[] kinds = VirtualFaultKind.values();
        VirtualFaultKind kind = kinds[chance.below(kinds.length)];
        long at = before > 0 && chance.of(0.4)
                ? before + chance.seconds(0, 4)
                : from + chance.seconds(0, (to - from) / (double) Timeline.SECOND);
        boolean brief = chance.of(0.5);
        long lasts = brief ? chance.seconds(0.05, 4) : chance.seconds(2, 60);
        return new Fault(kind, at, chance.of(0.1) ? FOREVER : lasts, chance.below(64), chance.between(0, 1));
    }

    @Override
    public String toString() {
        String length = lasts == FOREVER ? "for good" : String.format(Locale.ROOT, "for %.2f s", lasts / 1e9);
        return String.format(Locale.ROOT, "%s #%d %.2f %s", kind, which, amount, length);
    }
}
