package dev.redliner.standalone.restore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the database is.
 *
 * @param url its JDBC address
 * @param user its user; null: as the address says
 * @param password its password; null: as the address says
 */
public record JournalFile(String url, @Nullable String user, @Nullable String password) {
    /** As {@code serve} and as a controller alone name theirs. */
    private static final List<String> NAMES = List.of("redliner", "controller");

    /** Its address without settings, a password perhaps among them. */
    String words() {
        return url.replaceFirst("[?;].*", "");
    }

    /** The H2 file in a data folder; empty if there is none. It is never made anew. */
    public static Optional<JournalFile> in(Path data) {
        return NAMES.stream()
                .filter(name -> Files.exists(data.resolve(name + ".mv.db")))
                .findFirst()
                .map(name -> new JournalFile(
                        "jdbc:h2:file:" + data.toAbsolutePath().resolve(name)
                                + ";IFEXISTS=TRUE;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                        null,
                        null));
    }
}
