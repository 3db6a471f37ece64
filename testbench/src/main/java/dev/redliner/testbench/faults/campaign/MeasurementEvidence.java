package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunReport;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The evidence of one measurement with faults.
 *
 * @param pool its number among the pools
 * @param end its report after the end
 * @param struck all faults, also those of other pools
 * @param orders of its pool, in the order in which the broker took them
 * @param seen moments at which its Envoy held a share from Redliner
 */
record MeasurementEvidence(
        int pool, RunReport end, List<InjectedFault> struck, List<RedirectOrder> orders, List<Instant> seen) {
    MeasurementEvidence {
        struck = struck.stream().filter(it -> it.strikes(pool)).toList();
        orders = List.copyOf(orders);
        seen = List.copyOf(seen);
    }

    /** Orders that no redirector had reason to refuse: each one ranks above all earlier ones. */
    List<RedirectOrder> shifts() {
        var shifts = new ArrayList<RedirectOrder>();
        long token = 0;
        long sequence = 0;
        for (RedirectOrder order : orders) {
            if (order.token() > token || order.token() == token && order.sequence() > sequence) {
                token = order.token();
                sequence = order.sequence();
                if (order.action() == Action.SHIFT) {
                    shifts.add(order);
                }
            }
        }
        return shifts;
    }

    /** When the run decided to end. */
    Instant decided() {
        if (!end.steps().isEmpty()) {
            Instant to = end.steps().get(end.steps().size() - 1).to();
            if (to != null) {
                return to;
            }
        }
        return end.endedAt() == null ? Instant.MAX : end.endedAt();
    }

    boolean moved() {
        return !end.steps().isEmpty();
    }
}
