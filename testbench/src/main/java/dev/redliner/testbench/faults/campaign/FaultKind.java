package dev.redliner.testbench.faults.campaign;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.COLLECTOR;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.KAFKA;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A fault that can be caused in a real process.
 *
 * @param part the part that fails; for an abort, its requester
 * @param manner how the part fails
 */
record FaultKind(String part, Manner manner) implements Comparable<FaultKind> {
    static final String ENVOY = "envoy";
    static final String USER = "user";

    /** The way in which a part fails. */
    enum Manner {
        /** SIGKILL, and a restart. */
        KILLED,
        /** SIGTERM, and a restart. */
        REPLACED,
        /** SIGSTOP, SIGCONT. */
        FROZEN,
        /** Existing and new connections are reset: those to Kafka, or an Envoy's connections to the redirector. */
        CUT_OFF,
        /** Connections stay open, and nothing gets through. */
        MUTED,
        /** Nothing fails: a user aborts a run. */
        ABORTS
    }

    static final List<FaultKind> ALL = all();

    private static List<FaultKind> all() {
        var kinds = new ArrayList<FaultKind>();
        for (String part : List.of(CONTROLLER, REDIRECTOR, ANALYZER, COLLECTOR)) {
            for (Manner manner : List.of(Manner.KILLED, Manner.REPLACED, Manner.FROZEN, Manner.CUT_OFF, Manner.MUTED)) {
                kinds.add(new FaultKind(part, manner));
            }
        }
        kinds.add(new FaultKind(KAFKA, Manner.KILLED));
        kinds.add(new FaultKind(KAFKA, Manner.FROZEN));
        for (Manner manner : List.of(Manner.FROZEN, Manner.CUT_OFF, Manner.MUTED)) {
            kinds.add(new FaultKind(ENVOY, manner));
        }
        kinds.add(new FaultKind(USER, Manner.ABORTS));
        return List.copyOf(kinds);
    }

    /** Whether the fault concerns one pool and not all. */
    boolean ofOnePool() {
        return part.equals(ENVOY) || part.equals(USER);
    }

    /** Whether no verdict can arrive during the fault. */
    boolean silencesVerdicts() {
        return manner != Manner.REPLACED && (part.equals(ANALYZER) || part.equals(COLLECTOR) || part.equals(KAFKA));
    }

    /** Whether a shifted run cannot continue during the fault, because its verdicts, reports or orders are held up. */
    boolean silencesRuns() {
        return silencesVerdicts()
                || part.equals(REDIRECTOR) && manner != Manner.REPLACED
                || part.equals(CONTROLLER) && (manner == Manner.CUT_OFF || manner == Manner.MUTED);
    }

    /** Whether the fault ends the runs that began before. */
    boolean endsRuns() {
        return part.equals(CONTROLLER) && (manner == Manner.KILLED || manner == Manner.REPLACED);
    }

    @Override
    public int compareTo(FaultKind other) {
        return Integer.compare(ALL.indexOf(this), ALL.indexOf(other));
    }

    @Override
    public String toString() {
        return part + ' ' + manner.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
