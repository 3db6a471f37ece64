package dev.redliner.controller.journal;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

class H2JournalTest extends JournalTest {
    private static final DataSource DATABASE =
            JdbcConnectionPool.create("jdbc:h2:mem:journal;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource database() {
        return DATABASE;
    }
}
