package dev.redliner.controller.notification;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresDeliveriesTest extends DeliveriesTest {
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    DataSource database() {
        return postgres.getPostgresDatabase();
    }
}
