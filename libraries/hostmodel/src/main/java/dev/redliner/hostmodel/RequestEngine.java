package dev.redliner.hostmodel;

import java.util.ArrayDeque;

/**
 * Serves requests one by one. Work has its own clock, which stands still during pauses. All departures are in work
 * time, and {@code pausedFor} is the lag of this clock behind real time.
 *
 * <p>Shared cores: with n requests on c cores each gets {@code min(1, c/n)} of a core. One sum of "work per request"
 * ({@code shared}) is therefore enough, and a request leaves when the sum reaches the request's own mark. Queue: each
 * server works on one request, and waiting requests are served in order.
 */
final class RequestEngine {
    private static final double NEVER = 1e18;

    private final Scenario.HostPart host;
    private final Scenario.Pauses pauses;
    private final Scenario.Errors errors;
    private final double batchMean;
    private final RandomNumbers chance;
    private final ServiceTime.Lognormal pauseLength;
    private final Earliest inService = new Earliest();
    private final ArrayDeque<double[]> waiting = new ArrayDeque<>();

    private double pausedFor;
    private double pauseEnds;
    private double shared;
    private double sharedAt;
    private double requestsToPause;
    private double pauseAt;
    private double tokens;
    private double tokensAt;
    private double slowdown = 1;

    RequestEngine(Scenario scenario, RandomNumbers chance) {
        host = scenario.host();
        pauses = scenario.gc();
        errors = scenario.errors();
        batchMean = scenario.traffic().batchMean();
        this.chance = chance;
        pauseLength = ServiceTime.lognormal(Math.max(pauses.meanMs(), 1e-3) / 1e3, pauses.variation());
        requestsToPause = pauses.everyRequests() * chance.uniform();
        pauseAt = pauses.everySeconds() > 0 ? chance.exponential(pauses.everySeconds()) : NEVER;
        tokens = errors.cliffRps() * errors.cliffBurstSeconds();
    }

    /** Serves arrivals at a rate from one time to another, with all work slowed down by a factor. */
    void serve(double from, double to, double rate, double slower, AnsweredSecond counts) {
        slowdown = slower;
        double batches = rate / batchMean;
        double nextArrival = batches > 0 ? from + chance.exponential(1 / batches) : NEVER;
        double busy = 0;
        double worked = work(from);
        while (true) {
            double leaves = nextLeaves();
            double event = Math.min(Math.min(nextArrival, leaves), pauseAt);
            double until = Math.min(event, to);
            double work = work(until);
            if (work > worked) {
                busy += (work - worked) * Math.min(inService.size(), host.servers());
                worked = work;
            }
            if (event >= to) {
                break;
            }
            if (leaves <= nextArrival && leaves <= pauseAt) {
                leave(leaves, counts);
            } else if (pauseAt <= nextArrival) {
                pause(event);
                pauseAt = event + chance.exponential(pauses.everySeconds());
            } else {
                nextArrival = event + chance.exponential(1 / batches);
                arrive(event, counts);
            }
        }
        advanceShared(work(to));
        counts.busy = busy / host.servers() / (to - from);
    }

    private double work(double time) {
        return Math.max(time, pauseEnds) - pausedFor;
    }

    private double speed() {
        return Math.min(1, host.servers() / (double) Math.max(1, inService.size())) / slowdown;
    }

    private double nextLeaves() {
        if (inService.size() == 0) {
            return NEVER;
        }
        double work = host.shared() ? sharedAt + (inService.firstLeaves() - shared) / speed() : inService.firstLeaves();
        return work + pausedFor;
    }

    private void advanceShared(double work) {
        if (host.shared()) {
            if (inService.size() > 0) {
                shared += (work - sharedAt) * speed();
            }
            sharedAt = work;
        }
    }

    private void leave(double time, AnsweredSecond counts) {
        double work = time - pausedFor;
        if (host.shared()) {
            shared = inService.firstLeaves();
            sharedAt = work;
        }
        double arrived = inService.firstArrived();
        inService.removeFirst();
        counts.answered(time - arrived + host.baseMs() / 1e3);
        while (!waiting.isEmpty()) {
            double[] next = waiting.poll();
            if (host.dropExpired() && time - next[0] > host.timeoutMs() / 1e3) {
                counts.answered(time - next[0] + host.baseMs() / 1e3);
                continue;
            }
            begin(work, next[1], next[0]);
            return;
        }
    }

    private void begin(double work, double alone, double arrived) {
        double contended = slowdown * (1 + host.contention() * (inService.size() + 1) / host.servers());
        inService.add(work + alone * contended, arrived);
    }

    private void pause(double time) {
        advanceShared(work(time));
        double length = pauseLength.draw(chance);
        pauseEnds = Math.max(pauseEnds, time) + length;
        pausedFor += length;
    }

    private void arrive(double time, AnsweredSecond counts) {
        int together = 1;
        while (batchMean > 1 && chance.uniform() < 1 - 1 / batchMean) {
            together++;
        }
        for (int i = 0; i < together; i++) {
            counts.arrivals++;
            if (refusedByLimiter(time) || (errors.floor() > 0 && chance.uniform() < errors.floor())) {
                counts.failed();
            } else if (host.shared() ? joinShared(time) : joinQueue(time)) {
                countToPause(time);
            } else {
                counts.failed();
            }
        }
    }

    private boolean refusedByLimiter(double time) {
        if (errors.cliffRps() <= 0) {
            return false;
        }
        double most = errors.cliffRps() * errors.cliffBurstSeconds();
        tokens = Math.min(most, tokens + (time - tokensAt) * errors.cliffRps());
        tokensAt = time;
        if (tokens < 1) {
            return true;
        }
        tokens--;
        return false;
    }

    private boolean joinShared(double time) {
        int present = inService.size();
        if (present >= host.queueLimit()) {
            return false;
        }
        advanceShared(work(time));
        double contended = 1 + host.contention() * Math.min(present + 1, host.servers()) / host.servers();
        inService.add(shared + host.service().draw(chance) * contended, time);
        return true;
    }

    private boolean joinQueue(double time) {
        if (inService.size() < host.servers()) {
            begin(work(time), host.service().draw(chance), time);
            return true;
        }
        if (waiting.size() >= host.queueLimit()) {
            return false;
        }
        waiting.add(new double[] {time, host.service().draw(chance)});
        return true;
    }

    private void countToPause(double time) {
        if (pauses.everyRequests() > 0 && --requestsToPause <= 0) {
            pause(time);
            requestsToPause = pauses.everyRequests() * (0.7 + 0.6 * chance.uniform());
        }
    }
}
