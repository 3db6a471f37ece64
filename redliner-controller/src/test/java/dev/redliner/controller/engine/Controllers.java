package dev.redliner.controller.engine;

import static org.awaitility.Awaitility.await;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.audit.FakeAuditLog;
import dev.redliner.controller.journal.JdbcRunJournal;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.service.ServiceLookup;
import dev.redliner.service.ServiceDefinition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Controllers that share a database, for tests. */
abstract class Controllers {
    static final List<Integer> TRAFFIC = java.util.Collections.nCopies(180, 1_000);

    final JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:drive;DB_CLOSE_DELAY=-1", "sa", "");
    final List<RunDriver> drivers = new ArrayList<>();
    final FakeAuditLog audit = new FakeAuditLog();
    volatile Supplier<Optional<Engaged>> lever = Optional::empty;
    RunJournal journal;

    @BeforeEach
    void migrate() {
        TestSchema.recreate(database);
        journal = new JdbcRunJournal(
                JdbcClient.create(database),
                new TransactionTemplate(new DataSourceTransactionManager(database)),
                JsonMapper.builder().build());
    }

    @AfterEach
    void stopAll() {
        drivers.forEach(RunDriver::stop);
        database.dispose();
    }

    RunDriver driver(String owner, FakeOutbox outbox, Duration takeOverAfter) {
        return driver(owner, outbox, takeOverAfter, new OneService(Shop.SERVICE), InstantSource.system());
    }

    RunDriver driver(
            String owner, FakeOutbox outbox, Duration takeOverAfter, ServiceLookup services, InstantSource clock) {
        var settings = new DriverSettings(
                owner,
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                takeOverAfter,
                false,
                Duration.ofMillis(10));
        var driver = new RunDriver(
                settings,
                services,
                journal,
                pool -> TRAFFIC,
                outbox,
                () -> lever.get(),
                audit,
                clock,
                new DriverMeters(new SimpleMeterRegistry()));
        driver.start();
        drivers.add(driver);
        return driver;
    }

    static RunState state(RunDriver driver, String run) {
        return driver.find(run).orElseThrow().state();
    }

    /** Starts a run and brings it to the ramp, and returns its id. */
    String ramping(RunDriver driver) throws RunRefused {
        String run = driver.start("shop", "kim");
        Instant[] at = {Instant.now()};
        driver.handle("shop", report(Optional.empty()));
        await().until(() -> {
            Instant now = Instant.now();
            driver.handle("shop", report(Optional.empty()));
            if (now.isAfter(at[0].plusMillis(20))) {
                // one second of traffic per iteration, as fast as the test allows
                at[0] = now;
                driver.handle("shop", new RunEvent.VerdictArrived(Shop.verdict(run, now, 200, 2_000)));
            }
            return state(driver, run) == RunState.RAMPING;
        });
        // the state that other controllers see
        await().until(() -> journal.find(run).orElseThrow().state() == RunState.RAMPING);
        return run;
    }

    static RunEvent report(Optional<Run> run) {
        return new RunEvent.ReportArrived(Shop.report(
                Instant.now(), RedirectReport.Lease.IDLE, run.orElse(null), EnvoyState.State.BASELINE, Shop.BASELINE));
    }

    /** Finds a single service. */
    static class OneService implements ServiceLookup {
        private final ServiceDefinition service;

        OneService(ServiceDefinition service) {
            this.service = service;
        }

        @Override
        public Optional<ServiceDefinition> find(String name) {
            return name.equals(service.name()) ? Optional.of(service) : Optional.empty();
        }

        @Override
        public Optional<PoolRecord> pool(String name) {
            return find(name).map(found -> PoolRecord.declared(found.pool(), 1));
        }
    }
}
