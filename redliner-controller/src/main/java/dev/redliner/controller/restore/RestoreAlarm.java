package dev.redliner.controller.restore;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.StopOrder;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.restore.RestoreWatch.Change;
import dev.redliner.controller.restore.RestoreWatch.Restoring;
import dev.redliner.controller.restore.RestoreWatch.Seen;
import dev.redliner.controller.thread.DatabaseThread;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Raises an alarm when a restore is not seen in time: a gauge, a log line, an audit entry, and readiness down. */
public final class RestoreAlarm implements OverdueRestores, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(RestoreAlarm.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Supplier<List<RunReport>> activeRuns;
    private final SeenEnvoys envoys;
    private final AuditLog audit;
    private final Duration within;
    private final RestoreWatch watch;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final Map<String, Integer> overdueByService = new ConcurrentHashMap<>();
    private final ScheduledExecutorService looker = DatabaseThread.named("redliner-restore-alarm");
    private volatile Map<String, String> alarms = Map.of();
    private volatile boolean running;

    /**
     * @param activeRuns present state of the runs that are not over
     * @param within time that a restore may take
     * @param raisedBefore whether the audit log has an alarm of an earlier controller about a run, and no end of it
     */
    RestoreAlarm(
            Supplier<List<RunReport>> activeRuns,
            SeenEnvoys envoys,
            AuditLog audit,
            Duration within,
            Predicate<Seen> raisedBefore,
            InstantSource clock,
            MeterRegistry meters) {
        this.activeRuns = activeRuns;
        this.envoys = envoys;
        this.audit = audit;
        this.within = within;
        this.watch = new RestoreWatch(within, raisedBefore);
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public Map<String, String> alarms() {
        return alarms;
    }

    void look() {
        List<RunReport> restoring = activeRuns.get().stream()
                .filter(run -> run.state() == RunState.RESTORING)
                .toList();
        List<Seen> seen = restoring.stream()
                .map(run -> new Seen(run.id(), run.service(), verified(run.restored()), undecided(run.restored())))
                .toList();
        for (Change change : watch.look(seen, envoys::away, clock.instant())) {
            notifyListeners(change, restoring);
        }
        Map<String, String> now = new LinkedHashMap<>();
        watch.overdue().forEach(it -> {
            gauge(it.pool(), 1);
            now.put(it.run(), words(it, restoring));
        });
        alarms = Map.copyOf(now);
    }

    private static boolean verified(@Nullable RestoredReport restored) {
        return restored != null && restored.verified();
    }

    private static boolean undecided(@Nullable RestoredReport restored) {
        return restored != null && Boolean.TRUE.equals(restored.undecided());
    }

    private void notifyListeners(Change change, List<RunReport> restoring) {
        Restoring it = change.restoring();
        String subject = AuditEntry.subject(it.pool(), it.run());
        if (change.overdue()) {
            String words = words(it, restoring);
            log.error("run={} pool={} restore NOT confirmed within {}: {}", it.run(), it.pool(), within, words);
            audit.record(new AuditEntry(
                    "controller",
                    AuditAction.WEIGHT_NOT_RESTORED,
                    subject,
                    "",
                    words,
                    "not confirmed within " + within));
        } else {
            gauge(it.pool(), 0);
            log.warn("run={} pool={} restore confirmed late", it.run(), it.pool());
            audit.record(new AuditEntry(
                    "controller", AuditAction.WEIGHT_RESTORED, subject, "", "no Envoy holds another share", ""));
        }
    }

    private void gauge(String service, int value) {
        boolean first = overdueByService.put(service, value) == null;
        if (first) {
            Gauge.builder("redliner.weight.not.restored", overdueByService, it -> it.getOrDefault(service, 0))
                    .description("Restore alarm: 1 while the restore of a run's traffic is overdue, otherwise 0")
                    .tag("service", service)
                    .register(meters);
        }
    }

    private String words(Restoring it, List<RunReport> restoring) {
        List<EnvoyState> found = envoys.envoys(it.pool());
        List<EnvoyState> away =
                found.stream().filter(envoy -> !envoy.confirmedBaseline()).toList();
        String configured = found.isEmpty()
                ? "no redirector reports an Envoy of the pool"
                : away.isEmpty() ? "all " + found.size() + " Envoys confirmed their baseline" : RestoreAll.words(away);
        return configured + "; " + observed(it, restoring);
    }

    private static String observed(Restoring it, List<RunReport> restoring) {
        return restoring.stream()
                .filter(run -> run.id().equals(it.run()))
                .map(RunReport::restored)
                .filter(restored -> restored != null && restored.observedShare() != null)
                .findFirst()
                .map(restored -> String.format(
                        java.util.Locale.ROOT,
                        "the SUT's observed share is %.4f, its baseline %.4f",
                        restored.observedShare(),
                        restored.baselineShare()))
                .orElse("the SUT's share is not seen in the traffic");
    }

    @Override
    public void start() {
        running = true;
        looker.scheduleWithFixedDelay(this::lookAndSurvive, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Catches all errors, because a scheduled task that throws is never run again. */
    private void lookAndSurvive() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            log.error("checking the restores failed", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        DatabaseThread.end(looker);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }
}
