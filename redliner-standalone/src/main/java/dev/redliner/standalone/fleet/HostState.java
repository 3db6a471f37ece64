package dev.redliner.standalone.fleet;

/** A running host's model and counters. Safe to use from several event loops. */
final class HostState {
    private final HostModel model;
    private final BusyMeter meter;
    private long requests;
    private long errors;
    private long inFlight;

    HostState(HostSettings settings, long seed, long now) {
        this.model = new HostModel(settings, new LognormalTimes(settings, seed), now);
        this.meter = new BusyMeter(settings.workers());
    }

    synchronized Answer arrive(long now) {
        Answer answer = model.arrive(now);
        inFlight++;
        return answer;
    }

    synchronized void answered(Answer answer) {
        inFlight--;
        requests++;
        if (answer.failed()) {
            errors++;
        }
    }

    synchronized void slow(double factor) {
        model.slow(factor);
    }

    synchronized void readMeter(long now) {
        meter.read(now, model.busyNanos(now));
    }

    synchronized HostFigures figures(long now) {
        return new HostFigures(meter.fraction(now, model.busyNanos(now)), requests, errors, inFlight);
    }
}
