package dev.redliner.controller.traffic;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The store on a PostgreSQL of its own. PostgreSQL refuses to run as root, so for root it is started in a user
 * namespace.
 */
class PostgresTrafficStoreTest extends TrafficStoreTest {
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
