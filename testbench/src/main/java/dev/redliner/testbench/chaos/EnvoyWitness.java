package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.Share;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the effect of each Envoy on the traffic. */
final class EnvoyWitness {
    private static final long VALID_FOR = ControllerNode.VALID_FOR.toNanos();
    private static final long TTL = RedirectorNode.TTL.toNanos();
    /** The redirector takes ten turns a second, threads wait for their turn, and messages take time to travel. */
    private static final long SLACK = 200 * Timeline.MILLISECOND;
    /** Within this time a controller learns from the database that its run was taken over. */
    private static final long LEARNS_WITHIN = 5 * Timeline.SECOND;

    private final VirtualCluster world;
    private final List<Double> silences = new ArrayList<>();

    EnvoyWitness(VirtualCluster world) {
        this.world = world;
    }

    /** Seconds from the last renewal that was ordered to the baseline, for each time that silence ended a share. */
    List<Double> silences() {
        return silences;
    }

    void raised(EnvoyNode envoy, Share share, @Nullable Renewal why) {
        world.checker().note(envoy.machine(), "goes up to " + share);
        if (why == null) {
            return;
        }
        SentOrder sent = why.order();
        RedirectOrder order = sent.order();
        KeptRun kept = world.tables().run(order.run());
        if (sent.at() > kept.overAt()) {
            broken(Promise.ONE_ACTIVE_RUN, envoy, order, "which is over");
        } else if (order.token() < kept.token() && sent.at() - LEARNS_WITHIN > kept.deposedAt()) {
            broken(Promise.NOTHING_STALE_OBEYED, envoy, order, "which was taken over long before");
        }
        RunWitness.Abort abort = world.runs().aborts().get(order.run());
        if (abort != null
                && world.runs().isOf(abort, sent)
                && world.timeline().now()
                        > abort.at()
                                + VALID_FOR
                                + world.clocks().grace()
                                + (world.timeline().now() - why.sent())
                                + SLACK) {
            broken(Promise.ABORT_WORKS, envoy, order, "which was aborted");
        }
    }

    private void broken(Promise promise, EnvoyNode envoy, RedirectOrder order, String why) {
        world.checker()
                .broken(promise, envoy.machine().name() + " goes up for " + InvariantChecker.words(order) + ", " + why);
    }

    /** An Envoy returned to its baseline. */
    void ended(EnvoyNode envoy, @Nullable Renewal why, long renewedAt) {
        world.checker().note(envoy.machine(), "is on its baseline");
        if (why == null || envoy.thawedAt() > renewedAt || !envoy.machine().up()) {
            return;
        }
        long held = world.timeline().now() - why.order().at();
        long onItsWay = renewedAt - why.sent();
        boolean stoodStill = envoy.thawedAt() > why.sent();
        long onItsWayAtMost = stoodStill ? onItsWay : Math.min(onItsWay, XdsLink.LONGEST_ON_ITS_WAY);
        long bound = VALID_FOR + TTL + SLACK + onItsWayAtMost + world.clocks().grace();
        if (held > bound) {
            world.checker()
                    .broken(
                            Promise.SILENCE_RESTORES,
                            envoy.machine().name() + " held " + why.share() + " for " + held / 1e9
                                    + " s after the last renewal was ordered; allowed are " + bound / 1e9);
        }
        if (world.clocks().exact() && onItsWay < SLACK && held > 1_500 * Timeline.MILLISECOND) {
            silences.add(held / 1e9);
        }
    }

    /** An abort was accepted: after the bound no Envoy may hold a share of that controller. */
    void aborted(RunWitness.Abort abort) {
        long bound = VALID_FOR + TTL + SLACK;
        world.timeline().after(bound + world.clocks().grace(), () -> lookAgain(abort));
    }

    private void lookAgain(RunWitness.Abort abort) {
        long bound = abort.at() + VALID_FOR + TTL + SLACK + world.clocks().grace();
        if (world.timeline().now() < bound) {
            world.timeline().after(bound - world.timeline().now(), () -> lookAgain(abort));
            return;
        }
        for (EnvoyNode envoy : world.allEnvoys()) {
            Renewal why = envoy.renewal();
            boolean serves = envoy.machine().works() && world.timeline().now() - envoy.thawedAt() > TTL;
            if (serves && why != null && world.runs().isOf(abort, why.order()) && late(envoy, why) < SLACK) {
                world.checker().broken(Promise.ABORT_WORKS, envoy.machine().name() + " still holds " + why.share());
            }
        }
    }

    /** Travel time of the newest renewal. */
    private static long late(EnvoyNode envoy, Renewal why) {
        return Math.max(0, envoy.renewedAt() - why.sent());
    }

    /** Call this at the end of the virtual run. */
    void atTheEnd(EnvoyNode envoy) {
        if (envoy.override().isPresent() && envoy.machine().works()) {
            world.checker()
                    .broken(
                            Promise.NOTHING_LEFT,
                            envoy.machine().name() + " still holds "
                                    + envoy.override().get());
        }
    }
}
