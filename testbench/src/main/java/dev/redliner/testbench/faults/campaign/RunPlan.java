package dev.redliner.testbench.faults.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The plan for one run of the campaign.
 *
 * @param shifted whether faults begin after traffic is shifted; otherwise they begin right after the start
 * @param blows in order of time
 */
record RunPlan(boolean shifted, List<PlannedFault> blows) {
    private static final double SHIFTED = 0.85;
    private static final double ONE_MORE = 0.4;
    private static final double AT_ONCE = 0.6;
    private static final double BRIEF = 0.4;

    RunPlan {
        blows = List.copyOf(blows);
    }

    /** Draws the plan, which depends on seed and index only and not on earlier draws. */
    static RunPlan drawn(long seed, long index, int pools) {
        var random = new SplittableRandom(new SplittableRandom(seed).nextLong() + index);
        boolean shifted = random.nextDouble() < SHIFTED;
        var blows = new ArrayList<PlannedFault>();
        Duration after = seconds(random, 0, shifted ? 8 : 6);
        blows.add(blow(random, after, pools));
        while (blows.size() < 3 && random.nextDouble() < ONE_MORE) {
            // most bugs need faults that overlap
            after = after.plus(random.nextDouble() < AT_ONCE ? Duration.ZERO : seconds(random, 0.2, 4));
            blows.add(blow(random, after, pools));
        }
        return new RunPlan(shifted, blows);
    }

    private static PlannedFault blow(SplittableRandom random, Duration after, int pools) {
        FaultKind kind = FaultKind.ALL.get(random.nextInt(FaultKind.ALL.size()));
        Duration lasts = random.nextDouble() < BRIEF ? seconds(random, 0.2, 3) : seconds(random, 3, 15);
        return new PlannedFault(
                kind, random.nextInt(pools), after, kind.manner() == FaultKind.Manner.ABORTS ? Duration.ZERO : lasts);
    }

    private static Duration seconds(SplittableRandom random, double least, double most) {
        return Duration.ofMillis(Math.round(1_000 * (least + (most - least) * random.nextDouble())));
    }

    @Override
    public String toString() {
        return blows.stream().map(PlannedFault::toString).collect(Collectors.joining(", "))
                + (shifted ? " of the shift" : " of the start");
    }
}
