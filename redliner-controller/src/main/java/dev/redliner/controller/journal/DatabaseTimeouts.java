package dev.redliner.controller.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * A PostgreSQL that hangs with its connections open, such as behind a broken network, must not hold a run up for longer
 * than one that is down: its driver waits for ever unless told otherwise. What the URL says itself is left alone.
 */
public final class DatabaseTimeouts implements BeanPostProcessor {
    /** Seconds. */
    private static final Map<String, String> LIMITS =
            Map.of("socketTimeout", "2", "connectTimeout", "2", "loginTimeout", "2");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool
                && pool.getJdbcUrl() != null
                && pool.getJdbcUrl().startsWith("jdbc:postgresql:")) {
            LIMITS.forEach((limit, seconds) -> {
                if (!pool.getJdbcUrl().contains(limit)) {
                    pool.addDataSourceProperty(limit, seconds);
                }
            });
        }
        return bean;
    }
}
