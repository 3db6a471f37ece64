package dev.redliner.controller.traffic;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

class H2TrafficStoreTest extends TrafficStoreTest {
    private static final DataSource DATABASE =
            JdbcConnectionPool.create("jdbc:h2:mem:traffic;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource database() {
        return DATABASE;
    }
}
