package dev.redliner.controller.traffic;

import dev.redliner.controller.TestPostgres;
import javax.sql.DataSource;

class PostgresTrafficStoreTest extends TrafficStoreTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }
}
