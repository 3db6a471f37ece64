package dev.redliner.standalone.faults.campaign;

import static dev.redliner.standalone.faults.LiveFleet.ANALYZER;
import static dev.redliner.standalone.faults.LiveFleet.COLLECTOR;
import static dev.redliner.standalone.faults.LiveFleet.CONTROLLER;
import static dev.redliner.standalone.faults.LiveFleet.KAFKA;
import static dev.redliner.standalone.faults.LiveFleet.REDIRECTOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What can be done to a real process.
 *
 * @param part which one; for an abort, who asks for it
 * @param manner how
 */
record FaultKind(String part, Manner manner) implements Comparable<FaultKind> {
    static final String ENVOY = "envoy";
    static final String USER = "user";

    /** How something breaks. */
    enum Manner {
        /** SIGKILL, and started again. */
        KILLED,
        /** SIGTERM, and started again. */
        REPLACED,
        /** SIGSTOP, SIGCONT. */
        FROZEN,
        /** Its connections are reset, new ones too: to Kafka; an Envoy's to the redirector. */
        CUT_OFF,
        /** They stay open, and nothing comes through. */
        MUTED,
        /** Nothing breaks: somebody wants a run to end. */
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

    /** Whether it concerns one pool and not all. */
    boolean ofOnePool() {
        return part.equals(ENVOY) || part.equals(USER);
    }

    /** Whether no verdict can come while it lasts. */
    boolean silencesVerdicts() {
        return manner != Manner.REPLACED && (part.equals(ANALYZER) || part.equals(COLLECTOR) || part.equals(KAFKA));
    }

    /** Whether a run that was shifted cannot go on while it lasts: what it needs to know or to say is held up. */
    boolean silencesRuns() {
        return silencesVerdicts()
                || part.equals(REDIRECTOR) && manner != Manner.REPLACED
                || part.equals(CONTROLLER) && (manner == Manner.CUT_OFF || manner == Manner.MUTED);
    }

    /** Whether the runs of before are over with it. */
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
