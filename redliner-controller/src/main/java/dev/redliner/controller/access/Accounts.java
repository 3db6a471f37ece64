package dev.redliner.controller.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accounts of the accounts file. A change of the file applies to the next request. If the changed file is not
 * valid, the accounts before the change remain, and the log has the reason.
 *
 * <p>The accounts are a file and not in the database: a person must be able to log in and abort while the database is
 * unavailable.
 */
final class Accounts {
    private static final Logger log = LoggerFactory.getLogger(Accounts.class);

    private final Path file;
    private volatile AccountsDocument.Read accounts;
    private volatile Stamp stamp;

    private record Stamp(@Nullable FileTime modified, long size, @Nullable Object key, @Nullable Object changed) {}

    /** @throws InvalidAccounts if the file cannot be used at the start */
    Accounts(Path file) throws InvalidAccounts {
        this.file = file;
        this.stamp = stamp();
        this.accounts = AccountsDocument.read(file);
    }

    Optional<Account> user(String name) {
        return named(current().users(), name);
    }

    private static Optional<Account> named(List<Account> accounts, String name) {
        return accounts.stream().filter(account -> account.name().equals(name)).findFirst();
    }

    /** The account with this token. */
    Optional<Account> token(String token) {
        String hash = TokenHash.of(token);
        return current().tokens().stream()
                .filter(account -> BreakGlass.same(account.secret(), hash))
                .findFirst();
    }

    private AccountsDocument.Read current() {
        if (!stamp().equals(stamp)) {
            reread();
        }
        return accounts;
    }

    private synchronized void reread() {
        Stamp now = stamp();
        if (now.equals(stamp)) {
            // another request has read it meanwhile
            return;
        }
        try {
            accounts = AccountsDocument.read(file);
            log.info("read the accounts of {}", file);
        } catch (InvalidAccounts e) {
            log.error("{} The accounts before the change remain.", e.getMessage());
        }
        // last: no request must use the accounts before the change while this reads
        stamp = now;
    }

    private Stamp stamp() {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey(), changed());
        } catch (IOException e) {
            return new Stamp(null, 0, null, null);
        }
    }

    /** A copy can keep the time of the modification, but not this one. */
    private @Nullable Object changed() throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(file, "unix:ctime")
                : null;
    }
}
