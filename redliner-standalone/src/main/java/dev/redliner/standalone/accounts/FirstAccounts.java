package dev.redliner.standalone.accounts;

import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.TokenHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The accounts file of a first start, and the files of the tokens. */
final class FirstAccounts {
    private static final String OWNER = "rw-------";
    /** Prometheus is another user than Redliner. In containers it gets Redliner's group. */
    private static final String GROUP = "rw-r-----";

    private FirstAccounts() {}

    /**
     * Creates the files. The accounts file comes last: if this is interrupted, the next call begins again.
     *
     * @return the password of the account admin, which no file contains
     */
    static String create(Path folder, Path file) throws IOException {
        String password = TokenHash.newPassword();
        String apply = TokenHash.newToken();
        String prometheus = TokenHash.newToken();
        Files.createDirectories(folder);
        write(folder.resolve("apply.token"), OWNER, apply + "\n");
        write(folder.resolve("prometheus.token"), GROUP, prometheus + "\n");
        write(
                file,
                OWNER,
                """
                # Who may do what. The controller reads this file again when it changes.
                # 'redliner accounts user' and 'redliner accounts token' print entries.
                accounts:
                  users:
                """
                        + AccountEntry.user("admin", password, List.of(Role.of(Role.Kind.ADMIN)))
                        + "  tokens:\n"
                        + AccountEntry.token(
                                "apply", apply, List.of(Role.of(Role.Kind.OPERATOR), Role.of(Role.Kind.SERVICES)))
                        + AccountEntry.token("prometheus", prometheus, List.of(Role.of(Role.Kind.VIEWER))));
        return password;
    }

    /** The file has its permissions before it has content. */
    private static void write(Path file, String permissions, String text) throws IOException {
        Files.deleteIfExists(file);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
        }
        Files.writeString(file, text);
    }
}
