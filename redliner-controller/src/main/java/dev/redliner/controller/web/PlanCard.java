package dev.redliner.controller.web;

import dev.redliner.controller.capacity.HostsPlan;
import dev.redliner.controller.capacity.HostsPlans;
import dev.redliner.controller.capacity.HostsPlans.NoPlan;
import dev.redliner.controller.capacity.HostsPlans.Planned;
import dev.redliner.controller.capacity.HostsPlans.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that a service needs, as its page shows them.
 *
 * @param rps what the user entered as load; empty: that of the service
 * @param growth what the user entered as growth, percent
 * @param spare what the user entered as spare hosts
 * @param zones what the user entered as zones
 * @param answer the number of hosts as a sentence; empty if there is none
 * @param details how it was computed; empty if there is no number
 * @param problem why there is no number; empty if there is one
 * @param little whether the pool has fewer hosts than that
 */
record PlanCard(
        String rps,
        String growth,
        String spare,
        String zones,
        String answer,
        String details,
        String problem,
        boolean little) {
    static PlanCard of(
            HostsPlans plans, String service, String rps, String growth, String spare, String zones, Instant now) {
        try {
            Planned planned = plans.of(
                            service,
                            rps.isBlank() ? null : (Double) number(rps),
                            growth.isBlank() ? 0 : number(growth),
                            spare.isBlank() ? 0 : whole(spare),
                            zones.isBlank() ? 1 : whole(zones),
                            now)
                    .orElse(null);
            return planned == null
                    ? without(rps, growth, spare, zones, "There is no such service.")
                    : with(rps, growth, spare, zones, planned);
        } catch (NoPlan e) {
            return without(rps, growth, spare, zones, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            return without(
                    rps, growth, spare, zones, Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".");
        }
    }

    private static PlanCard without(String rps, String growth, String spare, String zones, String problem) {
        return new PlanCard(rps, growth, spare, zones, "", "", problem, false);
    }

    private static PlanCard with(String rps, String growth, String spare, String zones, Planned planned) {
        HostsPlan plan = planned.plan();
        String answer = (plan.atLeast() ? "At most " : "") + plan.needed() + (plan.needed() == 1 ? " host" : " hosts")
                + " for " + Figures.rps(plan.load()) + " rps";
        Integer fewest = plan.fewest();
        String interval = fewest == null
                ? "up to " + plan.most()
                : fewest == plan.most() ? "also" : fewest + " to " + plan.most();
        String details = plan.forLoad() + " for the load (" + source(planned) + "), each at the safe rate of "
                + Figures.rps(plan.safe()) + " rps; " + interval + " within the redline's interval."
                + (planned.hosts() == 0 ? "" : " The pool has " + planned.hosts() + ".");
        return new PlanCard(
                rps, growth, spare, zones, answer, details, "", planned.hosts() > 0 && planned.hosts() < plan.needed());
    }

    private static String source(Planned planned) {
        Source source = planned.source();
        return switch (source) {
            case ASKED -> "as entered";
            case DECLARED -> "targetRps of the service";
            case PEAK -> "the busiest five minutes of seven days";
        };
    }

    private static double number(@Nullable String text) {
        try {
            double number = Double.parseDouble(String.valueOf(text).strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // as a number that is not finite
        }
        throw new IllegalArgumentException("'" + text + "' is not a number such as 2500");
    }

    private static int whole(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number such as 1", e);
        }
    }
}
