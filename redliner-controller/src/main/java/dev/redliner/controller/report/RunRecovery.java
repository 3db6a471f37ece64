package dev.redliner.controller.report;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.controller.run.Restoration;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether the SUT of a run recovered. */
final class RunRecovery {
    private RunRecovery() {}

    /** The recovery; null while it is open, and if the run did not watch for it. */
    static @Nullable RecoveryReport of(Run run) {
        HostRecovery recovery = run.hostRecovery().orElse(null);
        Restoration restoration = run.restoration().orElse(null);
        if (recovery == null || restoration == null) {
            return null;
        }
        Instant back = recovery.recovered();
        Instant until = back != null ? back : recovery.watched();
        if (back == null && !run.state().over() || until == null) {
            return null;
        }
        double seconds = Duration.between(restoration.since(), until).toMillis() / 1000.0;
        String deviation = recovery.deviation();
        if (back != null) {
            return new RecoveryReport(MetCheck.MET, seconds, seconds, MeasurementMessages.recovered(seconds));
        }
        if (deviation != null && recovery.shared()) {
            return new RecoveryReport(
                    MetCheck.CANNOT_TELL, null, seconds, MeasurementMessages.peersNotNormalToo(deviation));
        }
        return deviation != null
                ? new RecoveryReport(
                        MetCheck.NOT_MET, null, seconds, MeasurementMessages.notRecovered(seconds, deviation))
                : new RecoveryReport(
                        MetCheck.CANNOT_TELL,
                        null,
                        seconds,
                        MeasurementMessages.recoveryUnknown(MeasurementMessages.seenTooShortly()));
    }
}
