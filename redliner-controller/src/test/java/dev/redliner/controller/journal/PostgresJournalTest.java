package dev.redliner.controller.journal;

import dev.redliner.controller.TestPostgres;
import javax.sql.DataSource;

class PostgresJournalTest extends JournalTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }
}
