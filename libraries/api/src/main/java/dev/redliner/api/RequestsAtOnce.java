package dev.redliner.api;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The requests that one host has in flight at its redline: "774 requests per second" in the words of those who size thread
 * pools and connections. By Little's law it is the redline times the mean time of a request in flight, which is that of the
 * steps up to a tenth below the redline. Loads above it are left out, because their queues grow as long as they last.
 */
public final class RequestsAtOnce {
    private static final double NEAR = 0.9;
    private static final double FEW = 10;

    private RequestsAtOnce() {}

    /**
     * The number at one host of the SUT.
     *
     * @return empty if the redline is not the result of a completed run, or if no step near it has a reading of the requests in flight
     */
    public static OptionalDouble of(RunReport run) {
        RedlineReport redline = run.redline();
        if (run.state() != RunState.COMPLETED || redline == null) {
            return OptionalDouble.empty();
        }
        List<StepReport> near =
                run.steps().stream().filter(step -> isNear(step, redline.rps())).toList();
        double requests = 0;
        double inFlightSeconds = 0;
        for (StepReport step : near) {
            requests += loadOf(step) * step.seconds();
            ConcurrencyReport concurrency = step.concurrency();
            inFlightSeconds += (concurrency == null ? 0 : concurrency.inFlight()) / hosts(run) * step.seconds();
        }
        return requests > 0 ? OptionalDouble.of(redline.rps() * inFlightSeconds / requests) : OptionalDouble.empty();
    }

    /** The number as text, such as {@code 6.8} or {@code 23}. */
    public static String number(double atOnce) {
        return String.format(Locale.ROOT, atOnce < FEW ? "%.1f" : "%.0f", atOnce);
    }

    private static boolean isNear(StepReport step, double redline) {
        double load = loadOf(step);
        return step.counted() && step.concurrency() != null && load >= NEAR * redline && load <= redline;
    }

    private static double loadOf(StepReport step) {
        Double rps = step.rps();
        return rps == null ? 0 : rps;
    }

    private static int hosts(RunReport run) {
        return Math.max(1, run.sut().size());
    }
}
