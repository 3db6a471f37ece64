package dev.redliner.controller.search;

/** A load for a person to read. */
public final class Rps {
    private Rps() {}

    /** With a tenth where it matters. */
    public static String of(double load) {
        return (load < 100 ? String.valueOf(Math.round(load * 10) / 10.0) : String.valueOf(Math.round(load))) + " rps";
    }
}
