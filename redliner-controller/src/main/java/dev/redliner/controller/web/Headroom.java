package dev.redliner.controller.web;

import dev.redliner.controller.traffic.PeakTraffic.Peak;

/**
 * The peak load of a pool against the load that it carries safely.
 *
 * @param peak the peak of the last days, requests per second
 * @param safe hosts of the pool times the safe rate of one host, requests per second
 * @param peakAt start of the busiest five minutes, in ISO format
 */
record Headroom(double peak, double safe, String peakAt) {
    /** Below this fraction somebody should act. */
    private static final double LITTLE = 0.1;
    /** The place of the safe capacity in the picture of {@value #WIDTH} units, equal in each row. */
    private static final double SAFE_AT = 75;

    private static final double WIDTH = 100;

    static Headroom of(Peak peak, int hosts, double safeRate) {
        return new Headroom(peak.rps(), hosts * safeRate, Figures.iso(peak.at()));
    }

    /** What is left of the safe capacity at the peak, as a fraction; negative if the peak is above it. */
    public double left() {
        return 1 - peak / safe;
    }

    public boolean little() {
        return left() < LITTLE;
    }

    public String words() {
        return left() < 0 ? Figures.percent(-left()) + " too little" : Figures.percent(left());
    }

    public String arithmetic() {
        return "peak " + Figures.rps(peak) + " of " + Figures.rps(safe) + " rps";
    }

    /** The length of the bar. */
    public double bar() {
        return Math.round(Math.min(WIDTH, SAFE_AT * peak / safe) * 10) / 10.0;
    }

    public String mood() {
        return left() < 0 ? "bad" : little() ? "warn" : "peak";
    }
}
