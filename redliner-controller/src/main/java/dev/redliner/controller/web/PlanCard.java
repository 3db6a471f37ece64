package dev.redliner.controller.web;

import dev.redliner.api.RunSummary;
import dev.redliner.controller.capacity.HostsPlan;
import dev.redliner.controller.capacity.HostsPlans;
import dev.redliner.controller.capacity.HostsPlans.Planned;
import dev.redliner.controller.capacity.NoPlan;
import dev.redliner.controller.service.StoredService;
import java.time.Instant;
import java.util.Optional;

/**
 * The hosts that a service needs, as its page shows them.
 *
 * @param answer the number of hosts as a sentence; empty if there is none
 * @param details the computation; empty if there is no number
 * @param problem why there is no number; empty if there is one
 * @param little whether the pool has certainly fewer hosts than that
 */
record PlanCard(String answer, String details, String problem, boolean little) {
    static PlanCard of(
            HostsPlans plans, StoredService service, Optional<RunSummary> completed, PlanForm form, Instant now) {
        try {
            return of(plans.of(service, completed, form.wish(), now));
        } catch (NoPlan | IllegalArgumentException e) {
            return new PlanCard("", "", String.valueOf(e.getMessage()), false);
        }
    }

    private static PlanCard of(Planned planned) {
        HostsPlan plan = planned.plan();
        String answer = (plan.atLeast() ? "At most " : "") + plan.needed() + (plan.needed() == 1 ? " host" : " hosts")
                + " for " + Figures.rps(plan.load()) + " rps";
        String details = plan.forLoad() + " for the load (" + source(planned) + "), each at the safe rate of "
                + Figures.rps(plan.safe()) + " rps" + interval(plan) + "."
                + (planned.hosts() == 0 ? "" : " The pool has " + planned.hosts() + ".");
        boolean little = planned.hosts() > 0 && planned.hosts() < plan.needed() && !plan.atLeast();
        return new PlanCard(answer, details, "", little);
    }

    /** The hosts within the interval; empty of a lower bound, which has none. */
    private static String interval(HostsPlan plan) {
        Integer fewest = plan.fewest();
        if (fewest == null) {
            return "";
        }
        return "; " + (fewest == plan.most() ? "also" : fewest + " to " + plan.most())
                + " within the redline's interval";
    }

    private static String source(Planned planned) {
        return switch (planned.source()) {
            case ASKED -> "as entered";
            case DECLARED -> "targetRps of the service";
            case PEAK -> "the busiest five minutes of seven days";
        };
    }
}
