package dev.redliner.controller.api;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.controller.audit.AuditConfiguration;
import dev.redliner.controller.calendar.CalendarConfiguration;
import dev.redliner.controller.capacity.CapacityConfiguration;
import dev.redliner.controller.declaration.DeclarationConfiguration;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.event.EventConfiguration;
import dev.redliner.controller.journal.JdbcRunJournal;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.lever.LeverConfiguration;
import dev.redliner.controller.notification.NotificationConfiguration;
import dev.redliner.controller.restore.FakeRestorer;
import dev.redliner.controller.restore.OverdueRestores;
import dev.redliner.controller.restore.Restorer;
import dev.redliner.controller.restore.SeenEnvoys;
import dev.redliner.controller.schedule.ScheduleConfiguration;
import dev.redliner.controller.service.ServiceConfiguration;
import dev.redliner.controller.traffic.TrafficConfiguration;
import dev.redliner.controller.web.PageConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP interface of the controller on a real port, with an empty database and {@link FakeRuns}. */
public final class ApiServer implements AutoCloseable {
    /** The catalog's table as the migration creates it. */
    public static final String SERVICE_TABLE = "CREATE TABLE IF NOT EXISTS service (name VARCHAR(63) PRIMARY KEY,"
            + " revision BIGINT NOT NULL, definition TEXT NOT NULL, updated_at TIMESTAMP WITH TIME ZONE NOT NULL,"
            + " updated_by VARCHAR(200), declared BOOLEAN DEFAULT TRUE NOT NULL,"
            + " pool_revision BIGINT DEFAULT 1 NOT NULL, frozen TEXT)";

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({
        AuditConfiguration.class,
        LeverConfiguration.class,
        ServiceConfiguration.class,
        TrafficConfiguration.class,
        CalendarConfiguration.class,
        CapacityConfiguration.class,
        ScheduleConfiguration.class,
        EventConfiguration.class,
        NotificationConfiguration.class,
        DeclarationConfiguration.class,
        ApiConfiguration.class,
        PageConfiguration.class
    })
    static class Application {
        @Bean
        RunJournal journal(JdbcClient jdbc, PlatformTransactionManager transactions) {
            return new JdbcRunJournal(
                    jdbc,
                    new TransactionTemplate(transactions),
                    JsonMapper.builder().build());
        }
    }

    private final CountedQueries queries = new CountedQueries();
    private final FakeRuns runs = new FakeRuns();
    private final FakeRestorer restorer = new FakeRestorer();
    private final Map<String, String> overdue = new ConcurrentHashMap<>();
    private final SeenEnvoys envoys = new SeenEnvoys(InstantSource.system());
    private final ConfigurableApplicationContext context;

    /** @param settings such as {@code --server.port=8080}; a free port otherwise */
    public ApiServer(String... settings) {
        Path data = temporaryFolder();
        SpringApplication application = new SpringApplication(Application.class);
        application.addInitializers(it -> it.getBeanFactory().addBeanPostProcessor(queries));
        application.addInitializers(it -> it.getBeanFactory().registerSingleton("fakeRuns", (Runs) runs));
        application.addInitializers(it -> it.getBeanFactory().registerSingleton("fakeRestorer", (Restorer) restorer));
        application.addInitializers(it -> it.getBeanFactory().registerSingleton("seenEnvoys", envoys));
        application.addInitializers(it ->
                it.getBeanFactory().registerSingleton("overdueRestores", (OverdueRestores) () -> Map.copyOf(overdue)));
        application.setDefaultProperties(Map.of(
                "server.port",
                "0",
                "server.address",
                "127.0.0.1",
                "spring.main.banner-mode",
                "off",
                "redliner.data",
                data.toString(),
                "spring.datasource.url",
                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "redliner.controller.notifications.topic",
                "false",
                "redliner.controller.web.heartbeat",
                "200ms"));
        context = application.run(settings);
    }

    private static Path temporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("redliner-api");
            folder.toFile().deleteOnExit();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says of a run that its traffic was not restored in time. */
    public void overdue(String run, String words) {
        overdue.put(run, words);
    }

    /** No restore is overdue any more. */
    public void allRestored() {
        overdue.clear();
    }

    /** A redirector reports these Envoys of a pool without a run. */
    public void report(String pool, EnvoyState... seen) {
        envoys.handle(new RedirectReport(
                pool, "redirector-1", Instant.now(), RedirectReport.Lease.IDLE, null, 0, 0, null, null, List.of(seen)));
    }

    /** The number of statements that requests have prepared. */
    public int queries() {
        return queries.count();
    }

    public FakeRuns runs() {
        return runs;
    }

    public FakeRestorer restorer() {
        return restorer;
    }

    /** The Envoys that the API lists as connected. */
    public SeenEnvoys envoys() {
        return envoys;
    }

    /** A bean of the server. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    /** All beans of a type. */
    public <T> Collection<T> parts(Class<T> type) {
        return context.getBeansOfType(type).values();
    }

    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    /** The base URL: {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    public void close() {
        context.close();
    }
}
