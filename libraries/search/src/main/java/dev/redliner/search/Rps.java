package dev.redliner.search;

/** Formats a load for users. */
public final class Rps {
    private Rps() {}

    /** The load with one decimal below 100 requests per second, and with none from there on. */
    public static String of(double load) {
        return number(load) + " rps";
    }

    /** The same number without its unit. */
    public static String number(double load) {
        return load < 100 ? String.valueOf(Math.round(load * 10) / 10.0) : String.valueOf(Math.round(load));
    }
}
