package dev.redliner.controller.calendar;

import dev.redliner.controller.TestPostgres;
import javax.sql.DataSource;

class PostgresCalendarsTest extends CalendarsTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }
}
