package dev.redliner.controller.journal;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** Runs on H2 in a file, as in production. */
class H2JournalTest extends JournalTest {
    private static final Path FILE = Path.of("target", "h2-journal-test", Long.toString(System.nanoTime(), 36))
            .toAbsolutePath();

    private static final DataSource DATABASE =
            JdbcConnectionPool.create("jdbc:h2:file:" + FILE + ";DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource database() {
        return DATABASE;
    }
}
