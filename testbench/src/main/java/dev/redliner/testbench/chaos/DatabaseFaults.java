package dev.redliner.testbench.chaos;

import java.util.HashSet;
import java.util.Set;
import org.springframework.dao.DataAccessResourceFailureException;

/** The faults of the database that controllers share. */
final class DatabaseFaults {
    private final RandomDraws chance;
    private final Set<SimulatedProcess> cutOff = new HashSet<>();
    private boolean down;
    private double slowSeconds;
    private double silent;

    DatabaseFaults(RandomDraws chance) {
        this.chance = chance;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    void cutOff(SimulatedProcess machine, boolean cut) {
        if (cut) {
            cutOff.add(machine);
        } else {
            cutOff.remove(machine);
        }
    }

    /** From now on each call takes up to this long. */
    void slow(double seconds) {
        slowSeconds = seconds;
    }

    /** From now on this fraction of the answers is lost after the work is done. */
    void silent(double probability) {
        silent = probability;
    }

    /** Whether this controller can use the database. */
    boolean answers(SimulatedProcess machine) {
        return !down && !cutOff.contains(machine);
    }

    /** Call this before a call does anything. */
    void asked(SimulatedProcess machine) {
        machine.calls(false);
        if (slowSeconds > 0) {
            machine.waits(chance.seconds(0, slowSeconds));
        }
        if (!answers(machine)) {
            throw new DataAccessResourceFailureException("the database is unavailable");
        }
    }

    /** Call this after a call has done its work. */
    void answered() {
        if (chance.of(silent)) {
            throw new DataAccessResourceFailureException("the database's answer was lost");
        }
    }
}
