package dev.redliner.controller.notification;

import dev.redliner.controller.TestPostgres;
import javax.sql.DataSource;

class PostgresDeliveriesTest extends DeliveriesTest {
    @Override
    DataSource database() {
        return TestPostgres.server().getPostgresDatabase();
    }
}
