package dev.redliner.controller.schedule;

import dev.redliner.schedule.OnDeploy;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The deploys of the services, and the firings that they lead to. An event and its firings are stored together, so that
 * none is lost or doubled: an event that is delivered again finds itself in the table.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable. Then the
 * event is not stored, and its sender delivers it again.
 */
public final class Deploys {
    private static final Logger log = LoggerFactory.getLogger(Deploys.class);
    private static final int ATTEMPTS = 3;

    private final DeployTable deploys;
    private final ScheduleTable schedules;
    private final FiringTable firings;
    private final ScheduleReader reader;
    private final TransactionOperations transactions;
    private final Runnable wake;

    /** @param wake called after each new deploy */
    Deploys(JdbcClient jdbc, ScheduleReader reader, TransactionOperations transactions, Runnable wake) {
        this.deploys = new DeployTable(jdbc);
        this.schedules = new ScheduleTable(jdbc);
        this.firings = new FiringTable(jdbc);
        this.reader = reader;
        this.transactions = transactions;
        this.wake = wake;
    }

    /**
     * The result of an event.
     *
     * @param known whether the event was received before, and has no effect now
     * @param schedules the schedules that fire for it
     */
    public record Taken(boolean known, List<String> schedules) {
        public Taken {
            schedules = List.copyOf(schedules);
        }
    }

    /** Stores a deploy, and a firing of each schedule that measures the service after one. */
    public Taken take(Deploy deploy) {
        for (int attempt = 0; ; attempt++) {
            if (deploys.has(deploy)) {
                return new Taken(true, List.of());
            }
            try {
                List<String> fired = transactions.execute(status -> store(deploy));
                log.info(
                        "service={} version={} deployed at={} event={} by={}; schedules={}",
                        deploy.service(),
                        deploy.version(),
                        deploy.at(),
                        deploy.id(),
                        deploy.who(),
                        fired);
                wake.run();
                return new Taken(false, fired == null ? List.of() : fired);
            } catch (DuplicateKeyException e) {
                // another controller stored the same event, or a firing of the same second, at the same time
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private List<String> store(Deploy deploy) {
        deploys.insert(deploy);
        List<String> fired = new ArrayList<>();
        for (ReadSchedule schedule : reader.readable(schedules.list())) {
            ScheduleDefinition definition = schedule.definition();
            if (definition.timing() instanceof OnDeploy onDeploy
                    && definition.service().equals(deploy.service())) {
                firings.insert(firing(definition, onDeploy, deploy));
                fired.add(definition.name());
            }
        }
        return fired;
    }

    /** It is due when the new version has settled. The next second is taken if a firing of this one is there. */
    private StoredFiring firing(ScheduleDefinition schedule, OnDeploy onDeploy, Deploy deploy) {
        Instant due = deploy.receivedAt().truncatedTo(ChronoUnit.SECONDS).plus(onDeploy.settle());
        LocalDateTime slot = LocalDateTime.ofInstant(due, schedule.zone());
        while (firings.has(schedule.name(), slot)) {
            slot = slot.plusSeconds(1);
        }
        return StoredFiring.waiting(schedule.name(), slot, schedule.service(), due, due.plus(schedule.window()), "")
                .because(deploy.words());
    }

    /** The deploys of a service since an instant, the newest first. */
    public List<Deploy> of(String service, Instant since, int most) {
        return deploys.of(service, since, most);
    }

    /** The deploys of a service after one of them, which is given by its time, source and id, the newest first. */
    public List<Deploy> after(String service, Instant at, String source, String id, int most) {
        return deploys.after(service, at, source, id, most);
    }
}
