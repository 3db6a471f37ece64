package dev.redliner.controller.capacity;

import org.jspecify.annotations.Nullable;

/**
 * The load that hosts are planned for, and the failures that they must stand.
 *
 * @param rps the load without its growth, requests per second; null: that of the service. It is a mean, as the redline is
 * @param growth of the load, percent; negative if it shrinks
 * @param spare hosts that may fail
 * @param zones number of zones of equal size, of which one may fail; 1: none may
 */
public record PlanWish(@Nullable Double rps, double growth, int spare, int zones) {
    /** The limits keep every number of hosts in the range of an int. */
    public PlanWish {
        require(rps == null || within(rps, 0.001, 1e9), "The load is not within 0.001 to 1000000000 rps.");
        require(within(growth, -99, 10_000), "The growth is not within -99 to 10000 percent.");
        require(within(spare, 0, 100_000), "The number of spare hosts is not within 0 to 100000.");
        require(within(zones, 1, 100), "The number of zones is not within 1 to 100.");
    }

    private static boolean within(double value, double least, double most) {
        return value >= least && value <= most;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /**
     * Parses the fields that a user entered; null: the default.
     *
     * @throws IllegalArgumentException with a sentence, if one is no number, or out of range
     */
    public static PlanWish parse(
            @Nullable String rps, @Nullable String growth, @Nullable String spare, @Nullable String zones) {
        return new PlanWish(
                rps == null ? null : (Double) number("load", rps),
                growth == null ? 0 : number("growth", growth),
                spare == null ? 0 : whole("number of spare hosts", spare),
                zones == null ? 1 : whole("number of zones", zones));
    }

    private static double number(String name, String text) {
        try {
            double number = Double.parseDouble(text.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // as a number that is not finite
        }
        throw new IllegalArgumentException("The " + name + " '" + text + "' is not a number such as 2500.");
    }

    private static int whole(String name, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("The " + name + " '" + text + "' is not a whole number such as 2.", e);
        }
    }
}
