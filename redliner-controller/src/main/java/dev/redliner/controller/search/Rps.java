package dev.redliner.controller.search;

/** A load for a person to read. */
final class Rps {
    private Rps() {}

    static String of(double load) {
        return (load < 100 ? Math.round(load * 10) / 10.0 : Math.round(load)) + " rps";
    }
}
