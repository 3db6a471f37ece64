package dev.redliner.controller.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds timeouts to PostgreSQL connections. By default, the PostgreSQL driver waits forever, for example when the
 * network fails and the connections stay open. A database that hangs must not block a run for longer than one that is
 * down. Timeouts in the URL are left unchanged.
 */
public final class DatabaseTimeouts implements BeanPostProcessor {
    /** Timeouts in seconds. */
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
