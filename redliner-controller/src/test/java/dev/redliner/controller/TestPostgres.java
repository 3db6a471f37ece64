package dev.redliner.controller;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL for the tests of this module, started once and ended with the JVM. PostgreSQL refuses to run as root,
 * so for root it is started in a user namespace. Each test creates the schema again with {@link TestSchema}.
 */
public final class TestPostgres {
    private static @Nullable EmbeddedPostgres started;

    private TestPostgres() {}

    public static synchronized EmbeddedPostgres server() {
        EmbeddedPostgres server = started;
        if (server == null) {
            try {
                server = EmbeddedPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            started = server;
        }
        return server;
    }
}
