package dev.redliner.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

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

    @Test
    void the_size_of_the_database_is_found_without_an_error_in_its_trace_file(@TempDir Path folder) {
        JdbcConnectionPool fresh = JdbcConnectionPool.create("jdbc:h2:file:" + folder.resolve("fresh"), "sa", "");
        try {
            var events = new StoredEvents(
                    JdbcClient.create(fresh), JsonMapper.builder().build());

            assertThat(events.databaseSize()).isPresent();
        } finally {
            fresh.dispose();
        }
        assertThat(folder).isDirectoryContaining("glob:**.mv.db").isDirectoryNotContaining("glob:**.trace.db");
    }
}
