package dev.redliner.controller.event;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.schedule.Deploy;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.controller.service.ServiceCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Takes announcements of deploys, wherever they come from.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class Announcements {
    /** Below the shortest time for which deploys are kept: an older event that is sent again would not be known. */
    public static final Duration OLDEST = Duration.ofHours(12);

    private static final Duration CLOCKS = Duration.ofMinutes(5);

    private final Deploys deploys;
    private final ServiceCatalog catalog;
    private final AuditLog audit;

    Announcements(Deploys deploys, ServiceCatalog catalog, AuditLog audit) {
        this.deploys = deploys;
        this.catalog = catalog;
        this.audit = audit;
    }

    /**
     * Takes an event.
     *
     * @param who the caller
     * @return empty if there is no such service
     */
    public Optional<Deploys.Taken> take(DeployEvent event, String who, Instant now) {
        if (catalog.stored(event.service()).isEmpty()) {
            return Optional.empty();
        }
        Deploys.Taken taken = deploys.take(deploy(event, who, now));
        if (!taken.known()) {
            String after = event.version() + " (" + event.source() + " " + event.id() + ")";
            audit.record(new AuditEntry(who, AuditAction.DEPLOY_ANNOUNCED, event.service(), "", after.strip(), ""));
        }
        return Optional.of(taken);
    }

    /** Times that cannot be of this deploy are replaced by that of the receipt. */
    private static Deploy deploy(DeployEvent event, String who, Instant now) {
        Instant time = event.time();
        Instant at = time != null && isFresh(time, now) ? time : now;
        return new Deploy(
                event.source(),
                event.id(),
                event.service(),
                event.version(),
                Instant.ofEpochSecond(at.getEpochSecond()),
                now,
                who);
    }

    /** Whether a time is within {@link #OLDEST}, with some tolerance for clocks that are ahead. */
    public static boolean isFresh(Instant time, Instant now) {
        return time.isAfter(now.minus(OLDEST)) && !time.isAfter(now.plus(CLOCKS));
    }
}
