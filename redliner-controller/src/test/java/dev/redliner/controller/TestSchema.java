package dev.redliner.controller;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Creates the schema of the product in a test's database. */
public final class TestSchema {
    private TestSchema() {}

    /** Removes all objects of the database and creates the schema again. */
    public static void recreate(DataSource database) {
        Flyway flyway = Flyway.configure()
                .dataSource(database)
                .cleanDisabled(false)
                .locations("classpath:db/migration")
                .load();
        flyway.clean();
        flyway.migrate();
    }
}
