package dev.redliner.controller.capacity;

import dev.redliner.api.RedlineReport;
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

    /** Beyond any pool, and in the range of an int also with a hundred zones. */
    private static final int MOST_HOSTS = 10_000_000;

    /**
     * Computes a plan.
     *
     * @param rps the load without its growth, requests per second
     * @throws NoPlan if one host carries too little for the load, or there is no safe rate
     */
    static HostsPlan of(RedlineReport redline, double rps, PlanWish wish) throws NoPlan {
        Double known = redline.safe();
        if (known == null) {
            throw new NoPlan("The last completed run gave no safe rate, because none of its rules counts requests.");
        }
        double safe = known;
        double load = rps * (1 + wish.growth() / 100);
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

    private static int hosts(double load, double each) throws NoPlan {
        double hosts = Math.ceil(load / each * (1 - ROUNDING));
        if (each <= 0 || hosts > MOST_HOSTS) {
            throw new NoPlan("One host carries " + each + " rps, which is too little to plan with.");
        }
        return (int) Math.max(1, hosts);
    }

    private static int withZones(int hosts, int zones) {
        return zones == 1 ? hosts : zones * (int) Math.ceil((double) hosts / (zones - 1));
    }
}
