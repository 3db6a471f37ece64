package dev.redliner.collector;

import dev.redliner.collector.sampling.SamplingScheduler;
import dev.redliner.collector.ship.KafkaShipper;
import dev.redliner.collector.traffic.TrafficRounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** A collector with failing sources, or without Kafka, is degraded but UP: a restart would repair neither. */
final class CollectorHealth implements HealthIndicator {
    private final KafkaShipper shipper;
    private final SamplingScheduler rounds;
    private final TrafficRounds traffic;
    private final InstantSource clock;

    CollectorHealth(KafkaShipper shipper, SamplingScheduler rounds, TrafficRounds traffic, InstantSource clock) {
        this.shipper = shipper;
        this.rounds = rounds;
        this.traffic = traffic;
        this.clock = clock;
    }

    @Override
    public Health health() {
        var failing = new TreeMap<>(rounds.failing());
        failing.putAll(traffic.failing());
        var health = Health.up()
                .withDetail("degraded", shipper.dropping() || !failing.isEmpty())
                .withDetail("reporters", rounds.size())
                .withDetail("failing", failing);
        shipper.lastShipped()
                .ifPresentOrElse(
                        last -> health.withDetail("lastShipped", last)
                                .withDetail("sinceLastShipped", Duration.between(last, clock.instant())),
                        () -> health.withDetail("lastShipped", "never"));
        return health.build();
    }
}
