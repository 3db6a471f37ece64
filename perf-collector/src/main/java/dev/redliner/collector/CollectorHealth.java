package dev.redliner.collector;

import dev.redliner.collector.round.Rounds;
import dev.redliner.collector.ship.KafkaShipper;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** A collector with failing sources, or without Kafka, is degraded but up: restarting it would repair neither. */
final class CollectorHealth implements HealthIndicator {
    private final KafkaShipper shipper;
    private final Rounds rounds;
    private final InstantSource clock;

    CollectorHealth(KafkaShipper shipper, Rounds rounds, InstantSource clock) {
        this.shipper = shipper;
        this.rounds = rounds;
        this.clock = clock;
    }

    @Override
    public Health health() {
        var failing = rounds.failing();
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
