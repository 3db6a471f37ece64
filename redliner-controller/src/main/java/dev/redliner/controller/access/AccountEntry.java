package dev.redliner.controller.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** Writes the entries of accounts files, with hashes instead of passwords and tokens. */
public final class AccountEntry {
    private static final int SHORTEST = 12;
    /** BCrypt reads so many bytes. */
    private static final int LONGEST = 72;

    private AccountEntry() {}

    /**
     * The entry of a person below {@code users:}.
     *
     * @throws IllegalArgumentException if the name or the password is not valid
     */
    public static String user(String name, String password, List<Role> roles) {
        AccountsDocument.requireName(name);
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (password.length() < SHORTEST || bytes > LONGEST) {
            throw new IllegalArgumentException("The password has " + password.length()
                    + " characters. It needs at least " + SHORTEST + ", and at most " + LONGEST + " bytes.");
        }
        String hash = PasswordEncoderFactories.createDelegatingPasswordEncoder().encode(password);
        return entry(name, "password", String.valueOf(hash), roles);
    }

    /**
     * The entry of a program below {@code tokens:}.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public static String token(String name, String token, List<Role> roles) {
        AccountsDocument.requireName(name);
        return entry(name, "hash", TokenHash.of(token), roles);
    }

    private static String entry(String name, String key, String hash, List<Role> roles) {
        return roles.stream()
                .map(role -> "\"" + role + "\"")
                .collect(Collectors.joining(
                        ", ", "    - name: " + name + "\n      " + key + ": \"" + hash + "\"\n      roles: [", "]\n"));
    }

    /**
     * Reads an accounts file as the controller does.
     *
     * @return each account with its roles, such as {@code alice: operator}
     * @throws InvalidAccounts if it cannot be used
     */
    public static List<String> check(Path file) throws InvalidAccounts {
        AccountsDocument.Read read = AccountsDocument.read(file);
        return Stream.concat(read.users().stream(), read.tokens().stream())
                .map(account -> account.name() + ": " + account.identity().roleNames())
                .toList();
    }
}
