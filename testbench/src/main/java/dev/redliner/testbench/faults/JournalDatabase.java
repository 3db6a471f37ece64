package dev.redliner.testbench.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The database of the controllers' journal.
 *
 * @param settings of a controller that uses this database
 */
public record JournalDatabase(List<String> settings) {
    public JournalDatabase {
        settings = List.copyOf(settings);
    }

    /** An H2 file in the cluster's own folder, for one controller only. */
    public static JournalDatabase h2() {
        return h2(Path.of("."));
    }

    /** An H2 file in a folder, for one controller only. */
    public static JournalDatabase h2(Path folder) {
        return new JournalDatabase(List.of("--redliner.data=" + folder));
    }

    /** A PostgreSQL database at a loopback port. */
    public static JournalDatabase postgres(int port, String database, String user, String password) {
        return new JournalDatabase(List.of(
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + port + "/" + database,
                "--spring.datasource.username=" + user,
                "--spring.datasource.password=" + password));
    }

    /** The database with a further setting of its controllers. */
    public JournalDatabase with(String setting) {
        return new JournalDatabase(
                Stream.concat(settings.stream(), Stream.of(setting)).toList());
    }
}
