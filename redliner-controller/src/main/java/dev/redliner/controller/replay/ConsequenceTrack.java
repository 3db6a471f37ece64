package dev.redliner.controller.replay;

import dev.redliner.api.RunState;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.replay.ReplayResult.Consequences;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The consequences of a set of rules over a run: only a run that moves traffic is taken back or ended by its rules. */
final class ConsequenceTrack {
    private final List<Integer> bySecond = new ArrayList<>();
    private @Nullable ReplayMoment backsOff;
    private @Nullable ReplayMoment stops;
    private int now;

    void add(OnFail onFail, boolean failing, ReplayMoment moment) {
        if (!failing || !moment.state().movesTraffic() || moment.state() == RunState.RESTORING) {
            return;
        }
        switch (onFail) {
            case BACK_OFF -> {
                backsOff = backsOff == null ? moment : backsOff;
                now |= 1;
            }
            case STOP -> {
                stops = stops == null ? moment : stops;
                now |= 2;
            }
            case REPORT -> {}
        }
    }

    /** Ends a verdict of this second. */
    void endOf(int second) {
        while (bySecond.size() <= second) {
            bySecond.add(0);
        }
        bySecond.set(second, bySecond.get(second) | now);
        now = 0;
    }

    Consequences first() {
        return new Consequences(backsOff, stops);
    }

    /** The first second with other consequences; null if there is none. */
    @Nullable
    Integer differsFrom(ConsequenceTrack other) {
        for (int second = 0; second < Math.min(bySecond.size(), other.bySecond.size()); second++) {
            if (!bySecond.get(second).equals(other.bySecond.get(second))) {
                return second;
            }
        }
        return null;
    }
}
