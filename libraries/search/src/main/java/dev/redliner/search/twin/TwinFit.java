package dev.redliner.search.twin;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits a twin to a run, one small piece of work at a time, so that whoever follows the run is not held up. The stages
 * are
 *
 * <ol>
 *   <li>hosts with a few numbers of servers, each with the service times that its quiet seconds need,
 *   <li>the numbers of servers between the best ones, and the part of the latency that holds no server,
 *   <li>the speed of the best ones of each shape, and the spread of their service times,
 *   <li>the forecast of the best one of each shape, weighted by their misfit.
 * </ol>
 *
 * <p>Immutable: {@link #next} returns the fit with one more piece of work done. Equal seconds give an equal twin.
 */
public final class TwinFit {
    /** Twins of each shape whose service times are fitted. */
    private static final int FITTED = 3;
    /**
     * Difference of misfits that makes a twin less likely by a factor of e. The counts of a second depend on the same
     * queue, so they are correlated.
     */
    private static final double UNIT = 30;

    /** A host is busier than this at its top load, and at most by this much overloaded. */
    private static final double LEAST_BUSY = 0.12;

    private static final double MOST_BUSY = 1.1;
    /** Errors of a twin: in general, and of the tail's logarithm by a third. */
    private static final double ERROR = 0.045;

    private static final double TAIL_ERROR = 0.3;
    /** Error of a redline above the loads of the run, in parts of the distance from this part of the top load. */
    private static final double ERROR_BEYOND = 0.6;

    private static final double WELL_SEEN = 0.95;
    /** A twin with a misfit above this, per count, is not like the host. */
    private static final double UNLIKE = 2;

    private static final double UNLIKE_ERROR = 1.7;

    /** The stages of the fit, in their order. */
    private enum Stage {
        COARSE,
        FINE,
        NEIGHBOURS,
        SERVICE,
        FORECAST
    }

    private final TwinRecord record;
    private final ReplayTraffic traffic;
    private final TrafficNoise noise;
    private final HostGrid grid;
    private final Misfit misfit;
    private final Stage stage;
    private final List<Deconvolution> wanted;
    private final List<Candidate> candidates;
    private final List<ServiceFit> services;
    private final List<Forecast> forecasts;
    private final @Nullable Twin twin;

    private TwinFit(
            TwinFit before,
            Misfit misfit,
            Stage stage,
            List<Deconvolution> wanted,
            List<Candidate> candidates,
            List<ServiceFit> services,
            List<Forecast> forecasts,
            @Nullable Twin twin) {
        this.record = before.record;
        this.traffic = before.traffic;
        this.noise = before.noise;
        this.grid = before.grid;
        this.misfit = misfit;
        this.stage = stage;
        this.wanted = List.copyOf(wanted);
        this.candidates = List.copyOf(candidates);
        this.services = List.copyOf(services);
        this.forecasts = List.copyOf(forecasts);
        this.twin = twin;
    }

    private TwinFit(TwinRecord record, double dispersion) {
        this.record = record;
        this.noise = TrafficNoise.of(record.available());
        double chance = dispersion - noise.rough() * record.requests() / record.seconds();
        // together arrivals of mean size b have a variance-to-mean ratio of 2b - 1
        this.traffic = new ReplayTraffic(record, new ArrivalTimes(Math.max(1, (chance + 1) / 2)));
        this.misfit = Misfit.first(record);
        this.stage = Stage.COARSE;
        this.grid = new HostGrid(record.quietQuantiles()[0]);
        this.wanted = begun(grid.coarse());
        this.candidates = List.of();
        this.services = List.of();
        this.forecasts = List.of();
        this.twin = null;
    }

    /**
     * A fit that has not begun; empty if no twin can be made of the run: the SUT is several hosts, the criterion is no
     * latency, or the run is too short or its requests too many.
     *
     * @param seconds all seconds of the run in order, also those that are no evidence of a load
     * @param normal the normal load, requests per second
     * @param dispersion variance-to-mean ratio of the arrivals of a second, from the differences of consecutive seconds
     */
    public static Optional<TwinFit> of(
            Criterion criterion, List<CountInterval> seconds, double normal, double dispersion) {
        return TwinRecord.of(criterion, seconds, normal).map(record -> new TwinFit(record, dispersion));
    }

    /** The twin; empty until the fit has ended, and if no host of the family is like the SUT. */
    public Optional<Twin> twin() {
        return Optional.ofNullable(twin);
    }

    /** Whether {@link #next} has nothing left to do. */
    public boolean ended() {
        return candidates.isEmpty() && wanted.isEmpty();
    }

    /** The fit with one more piece of work done. */
    public TwinFit next() {
        if (ended()) {
            return this;
        }
        return switch (stage) {
            case COARSE, FINE, NEIGHBOURS -> compared();
            case SERVICE -> serviceFitted();
            case FORECAST -> forecast();
        };
    }

    /** Requests that the next piece of work serves, about: a measure of its time that is the same on each machine. */
    public double work() {
        if (ended()) {
            return 0;
        }
        return switch (stage) {
            case COARSE, FINE, NEIGHBOURS ->
                wanted.isEmpty() || !wanted.get(0).ended() ? Deconvolution.work(record) : Candidate.work(record);
            case SERVICE -> Candidate.work(record);
            case FORECAST -> forecasts.get(unended()).work();
        };
    }

    private List<Deconvolution> begun(List<HostGrid.Wanted> hosts) {
        return hosts.stream().map(one -> Deconvolution.of(record, one)).toList();
    }

    /** Finds the service times of the first wanted host, or compares that host with the run once they are found. */
    private TwinFit compared() {
        if (wanted.isEmpty()) {
            return stageAfter();
        }
        Deconvolution first = wanted.get(0);
        if (!first.ended()) {
            var left = new ArrayList<>(wanted);
            left.set(0, first.next(traffic));
            return with(stage, left, candidates);
        }
        var more = new ArrayList<>(candidates);
        TwinHost host = first.host();
        double busy = record.top() / host.saturation();
        if (busy >= LEAST_BUSY && busy <= MOST_BUSY) {
            more.add(Candidate.of(traffic, host, misfit));
        }
        return with(stage, wanted.subList(1, wanted.size()), more);
    }

    private TwinFit stageAfter() {
        if (stage == Stage.COARSE && !candidates.isEmpty()) {
            Misfit known =
                    misfit.next(traffic, Candidate.best(candidates).get(0).host());
            if (!known.ended()) {
                return new TwinFit(this, known, stage, wanted, candidates, List.of(), List.of(), null);
            }
            List<Candidate> judged =
                    candidates.stream().map(c -> c.judged(record, known)).toList();
            return new TwinFit(
                    this, known, Stage.FINE, begun(grid.between(judged)), judged, List.of(), List.of(), null);
        }
        if (stage == Stage.FINE) {
            return with(Stage.NEIGHBOURS, begun(grid.neighbours(candidates)), candidates);
        }
        List<ServiceFit> begun = Candidate.bestOfEachShape(candidates, FITTED)
                .map(ServiceFit::of)
                .toList();
        return new TwinFit(this, misfit, Stage.SERVICE, List.of(), candidates, begun, List.of(), null);
    }

    /** Fits the service times of the first twin whose service times are not fitted yet. */
    private TwinFit serviceFitted() {
        int at = 0;
        while (at < services.size() && services.get(at).ended()) {
            at++;
        }
        if (at == services.size()) {
            List<Candidate> fitted = services.stream().map(ServiceFit::best).toList();
            List<Candidate> best =
                    Candidate.best(Candidate.bestOfEachShape(fitted, 1).toList());
            List<Forecast> begun =
                    best.stream().map(c -> Forecast.of(c.host(), record.top())).toList();
            return new TwinFit(this, misfit, Stage.FORECAST, List.of(), best, List.of(), begun, null);
        }
        var more = new ArrayList<>(services);
        more.set(at, more.get(at).next(traffic, misfit));
        return new TwinFit(this, misfit, stage, List.of(), candidates, more, List.of(), null);
    }

    private double perCount(Candidate best) {
        return best.misfit() / (record.groups() * record.thresholds().length);
    }

    private TwinFit forecast() {
        var more = new ArrayList<>(forecasts);
        int at = unended();
        more.set(at, more.get(at).next(traffic, noise));
        if (!more.stream().allMatch(Forecast::ended)) {
            return new TwinFit(this, misfit, stage, List.of(), candidates, services, more, null);
        }
        Twin result = combined(more.stream().map(Forecast::line).toList());
        return new TwinFit(this, misfit, stage, List.of(), List.of(), services, more, result);
    }

    private int unended() {
        int at = 0;
        while (forecasts.get(at).ended()) {
            at++;
        }
        return at;
    }

    /** The weighted mean of the forecasts; null if they are no numbers. */
    private @Nullable Twin combined(List<Forecast.Line> all) {
        Candidate best = candidates.get(0);
        double sum = 0;
        double mean = 0;
        double squares = 0;
        double steepness = 0;
        for (int i = 0; i < all.size(); i++) {
            double weight =
                    Math.exp(-(candidates.get(i).misfit() - best.misfit()) / UNIT / Math.max(1, perCount(best)));
            sum += weight;
            mean += weight * all.get(i).lnRedline();
            squares += weight * all.get(i).lnRedline() * all.get(i).lnRedline();
            steepness += weight * all.get(i).steepness();
        }
        mean /= sum;
        double spread = Math.max(0, squares / sum - mean * mean);
        double tail = TAIL_ERROR * sum / steepness;
        double own = ERROR * (perCount(best) > UNLIKE ? UNLIKE_ERROR : 1);
        double beyond = ERROR_BEYOND * Math.max(0, mean - Math.log(WELL_SEEN * record.top()));
        double deviation = Math.sqrt(own * own + tail * tail + beyond * beyond + spread);
        if (!Double.isFinite(mean) || !Double.isFinite(deviation)) {
            return null;
        }
        return new Twin(record.criterion(), mean, deviation, best.host().words());
    }

    private TwinFit with(Stage next, List<Deconvolution> left, List<Candidate> known) {
        return new TwinFit(this, misfit, next, left, known, List.of(), List.of(), null);
    }
}
