package dev.redliner.standalone.restore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The address of the database.
 *
 * @param url its JDBC address
 * @param user its user; null: as in the address
 * @param password its password; null: as in the address
 */
public record JournalFile(String url, @Nullable String user, @Nullable String password) {
    /** The names that {@code serve} and a separate controller give to their files. */
    private static final List<String> NAMES = List.of("redliner", "controller");

    /** The address without settings, which may contain a password. */
    String words() {
        return url.replaceFirst("[?;].*", "");
    }

    /** The H2 file in a data folder, or empty if there is none. No file is created. */
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
