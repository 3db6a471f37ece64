package dev.redliner.controller.schedule;

import dev.redliner.controller.TestPostgres;
import javax.sql.DataSource;

class PostgresFiringRoundTest extends FiringRoundTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }
}
