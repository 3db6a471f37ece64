package dev.redliner.controller.audit;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

class H2AuditTrailTest extends AuditTrailTest {
    private static final DataSource DATABASE =
            JdbcConnectionPool.create("jdbc:h2:mem:audit;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource database() {
        return DATABASE;
    }
}
