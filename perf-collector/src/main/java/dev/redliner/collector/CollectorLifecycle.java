package dev.redliner.collector;

import dev.redliner.collector.sampling.SamplingScheduler;
import dev.redliner.collector.traffic.TrafficRounds;
import dev.redliner.collector.watch.Inbox;
import dev.redliner.contracts.StopOrder;
import org.springframework.context.SmartLifecycle;

/** Starts reading when all other parts are ready, and stops before Kafka's producer is closed. */
final class CollectorLifecycle implements SmartLifecycle {
    private final SamplingScheduler rounds;
    private final TrafficRounds traffic;
    private final Inbox inbox;
    private volatile boolean running;

    CollectorLifecycle(SamplingScheduler rounds, TrafficRounds traffic, Inbox inbox) {
        this.rounds = rounds;
        this.traffic = traffic;
        this.inbox = inbox;
    }

    @Override
    public void start() {
        rounds.start();
        traffic.start();
        inbox.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        inbox.close();
        rounds.close();
        traffic.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.OTHER_PARTS;
    }
}
