package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The return of the SUT to its normal after the restore, as far as it is watched.
 *
 * @param recent the ticks of the last seconds since every Envoy confirmed the baseline
 * @param recovered when the SUT was seen at its normal; null before
 * @param deviation the part that was not normal last; null if it was never seen not to be normal
 * @param watched until when ticks were judged, or seen if none could be judged yet; null before the first
 */
public record HostRecovery(
        List<Tick> recent, @Nullable Instant recovered, @Nullable String deviation, @Nullable Instant watched) {
    public static final HostRecovery NONE = new HostRecovery(List.of(), null, null, null);

    /** The SUT is at its normal if it is so over this time. */
    private static final double NORMAL_FOR_SECONDS = 2;

    private static final double ROUNDING = 1e-6;
    private static final double FEWEST_REQUESTS = 20;
    private static final double SLOWER = 1.5;
    private static final double SLOWER_MS = 1;
    private static final double BUSIER = 0.10;
    /** Number of standard deviations that chance may explain. */
    private static final double CHANCE = 4;

    public HostRecovery {
        recent = List.copyOf(recent);
    }

    /**
     * Adds a tick that began after every Envoy confirmed the baseline.
     *
     * @param limit the tightest latency limit of the rules; zero if there is none
     */
    public HostRecovery observe(Tick tick, Baseline normal, Duration limit, Instant now) {
        if (recovered != null) {
            return this;
        }
        var ticks = new ArrayList<>(recent);
        ticks.add(tick);
        while (seconds(ticks.subList(1, ticks.size())) >= NORMAL_FOR_SECONDS - ROUNDING) {
            ticks.remove(0);
        }
        TickSum sum = sum(ticks);
        if (seconds(ticks) < NORMAL_FOR_SECONDS - ROUNDING || sum.completed() < FEWEST_REQUESTS) {
            return new HostRecovery(ticks, null, deviation, deviation == null ? now : watched);
        }
        Optional<String> off = deviation(sum, cpu(ticks), normal, limit);
        return new HostRecovery(ticks, off.isEmpty() ? now : null, off.orElse(deviation), now);
    }

    private static double seconds(List<Tick> ticks) {
        return ticks.stream().mapToDouble(Tick::lengthSeconds).sum();
    }

    private static TickSum sum(List<Tick> ticks) {
        TickSum sum = TickSum.NONE;
        for (Tick tick : ticks) {
            sum = sum.plus(tick);
        }
        return sum;
    }

    private static @Nullable Double cpu(List<Tick> ticks) {
        double sum = 0;
        int count = 0;
        for (Tick tick : ticks) {
            Double cpu = tick.cpu();
            sum += cpu == null ? 0 : cpu;
            count += cpu == null ? 0 : 1;
        }
        return count == 0 ? null : sum / count;
    }

    private static Optional<String> deviation(TickSum now, @Nullable Double cpu, Baseline normal, Duration limit) {
        Double median = now.quantileMs(0.5);
        Double usual = normal.seen().quantileMs(0.5);
        if (median != null && usual != null && median > SLOWER * usual + SLOWER_MS) {
            return Optional.of(MeasurementMessages.slowerThanNormal(median, usual));
        }
        double bad = BadRequests.of(now.errors(), now.completed(), now.latency(), now.overdue(), limit);
        double allowed = normal.badFraction() * now.completed();
        if (bad > allowed + CHANCE * Math.sqrt(allowed + 1)) {
            return Optional.of(MeasurementMessages.worseThanNormal(bad / now.completed(), normal.badFraction()));
        }
        Double usualCpu = normal.cpu();
        // the pool may have more traffic than at the baseline
        double load = normal.seen().sutRps() > 0
                ? Math.max(1, now.sutRps() / normal.seen().sutRps())
                : 1;
        if (cpu != null && usualCpu != null && cpu > usualCpu * load + BUSIER) {
            return Optional.of(MeasurementMessages.busierThanNormal(cpu, usualCpu));
        }
        return Optional.empty();
    }
}
