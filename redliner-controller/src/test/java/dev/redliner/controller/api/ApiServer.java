package dev.redliner.controller.api;

import dev.redliner.controller.drive.Runs;
import dev.redliner.controller.live.LiveConfiguration;
import dev.redliner.controller.service.ServiceConfiguration;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The controller's outer edges on a real port, with an empty database and {@link FakeRuns} inside. */
public final class ApiServer implements AutoCloseable {
    /** The catalog's table, as the migration makes it. */
    public static final String SERVICE_TABLE = "CREATE TABLE IF NOT EXISTS service (name VARCHAR(63) PRIMARY KEY,"
            + " revision BIGINT NOT NULL, definition TEXT NOT NULL, updated_at TIMESTAMP WITH TIME ZONE NOT NULL,"
            + " updated_by VARCHAR(200))";

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({ServiceConfiguration.class, ApiConfiguration.class, LiveConfiguration.class})
    static class Application {}

    private final FakeRuns runs = new FakeRuns();
    private final ConfigurableApplicationContext context;

    /** @param settings such as {@code --server.port=8080}; a free port otherwise */
    public ApiServer(String... settings) {
        SpringApplication application = new SpringApplication(Application.class);
        application.addInitializers(it -> it.getBeanFactory().registerSingleton("fakeRuns", (Runs) runs));
        application.setDefaultProperties(Map.of(
                "server.port",
                "0",
                "server.address",
                "127.0.0.1",
                "spring.main.banner-mode",
                "off",
                "spring.flyway.enabled",
                "false",
                "spring.datasource.url",
                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "redliner.controller.web.heartbeat",
                "200ms"));
        context = application.run(settings);
        context.getBean(JdbcClient.class).sql(SERVICE_TABLE).update();
    }

    public FakeRuns runs() {
        return runs;
    }

    public int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    /** {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    public void close() {
        context.close();
    }
}
