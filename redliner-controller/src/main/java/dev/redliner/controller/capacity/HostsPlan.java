package dev.redliner.controller.capacity;

import dev.redliner.api.RunReport.RedlineReport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many hosts a load needs.
 *
 * @param load the load with its growth, requests per second
 * @param forLoad hosts that carry it, each at its safe rate
 * @param fewest hosts that carry it if the redline is at the upper end of its interval; null if there is no upper end
 * @param most hosts that carry it if the redline is at the lower end of its interval
 * @param needed hosts with the spare ones, and so many that the others carry the load if a zone fails
 * @param safe the safe rate of one host, requests per second
 * @param atLeast whether the redline is only known to be at least the measured load, so that fewer hosts may do
 */
public record HostsPlan(
        double load, int forLoad, @Nullable Integer fewest, int most, int needed, double safe, boolean atLeast) {
    /** A load of 110.00000000000001 is one of 110. */
    private static final double ROUNDING = 1e-12;

    // limits of a wish, which keep every number of hosts in the range of an int
    static final double LEAST_RPS = 0.001;
    static final double MOST_RPS = 1e9;
    static final double LEAST_GROWTH = -99;
    static final double MOST_GROWTH = 10_000;
    static final int MOST_HOSTS = 100_000;
    static final int MOST_ZONES = 100;

    /**
     * What to plan for.
     *
     * @param rps the load without its growth, requests per second; it is a mean, as the redline is
     * @param growth of the load, percent; negative if it shrinks
     * @param spare hosts that may fail
     * @param zones number of zones of equal size, of which one may fail; 1: none may
     */
    public record Wish(double rps, double growth, int spare, int zones) {
        public Wish {
            require(rps >= LEAST_RPS && rps <= MOST_RPS, "the load " + rps + " is not within 0.001 to 1e9 rps");
            require(
                    growth >= LEAST_GROWTH && growth <= MOST_GROWTH,
                    "the growth " + growth + " is not within -99 to 10000 percent");
            require(spare >= 0 && spare <= MOST_HOSTS, "the spare hosts " + spare + " are not within 0 to 100000");
            require(zones >= 1 && zones <= MOST_ZONES, "the zones " + zones + " are not within 1 to 100");
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }

    /** @throws IllegalArgumentException if the redline has no safe rate, or the hosts cannot be counted */
    static HostsPlan of(RedlineReport redline, Wish wish) {
        double safe = Objects.requireNonNullElse(redline.safe(), 0.0);
        double load = wish.rps() * (1 + wish.growth() / 100);
        int forLoad = hosts(load, safe);
        Double high = redline.high();
        return new HostsPlan(
                load,
                forLoad,
                high == null || redline.atLeast() ? null : (Integer) hosts(load, high),
                hosts(load, redline.low()),
                withZones(forLoad + wish.spare(), wish.zones()),
                safe,
                redline.atLeast());
    }

    private static int hosts(double load, double each) {
        double hosts = Math.ceil(load / each * (1 - ROUNDING));
        if (each <= 0 || hosts > MOST_HOSTS * 1_000.0) {
            throw new IllegalArgumentException("one host carries " + each + " rps, which is too little to plan with");
        }
        return (int) Math.max(1, hosts);
    }

    private static int withZones(int hosts, int zones) {
        return zones == 1 ? hosts : zones * (int) Math.ceil((double) hosts / (zones - 1));
    }
}
