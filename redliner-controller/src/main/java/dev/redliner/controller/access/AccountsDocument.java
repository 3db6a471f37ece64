package dev.redliner.controller.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * The accounts file. Boot's own reader of YAML reads it, so that mistakes are named with their place.
 *
 * @param users people, who log in with a password
 * @param tokens programs, which send a token with each request
 */
record AccountsDocument(@Nullable List<User> users, @Nullable List<Token> tokens) {
    private static final String ROOT = "accounts";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@-]{1,64}");

    /** A person. The password is hashed, with the scheme in braces, such as {@code {bcrypt}$2a$10$...}. */
    record User(String name, String password, List<String> roles) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A program. The hash is that of its token. */
    record Token(String name, String hash, List<String> roles) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** The accounts of a file. */
    record Read(List<Account> users, List<Account> tokens) {}

    /** @throws InvalidAccounts if the file cannot be used, with the reason and, where it is known, the place */
    static Read read(Path file) throws InvalidAccounts {
        try {
            if (!Files.isReadable(file)) {
                throw new InvalidAccounts(
                        "The accounts file " + file + " cannot be read. 'redliner accounts init' creates one.");
            }
            var sources = new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file));
            var document = new Binder(ConfigurationPropertySources.from(sources))
                    .bind(
                            ROOT,
                            Bindable.of(AccountsDocument.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                    .orElseThrow(() -> new InvalidAccounts(
                            "The accounts file " + file + " has no accounts. Its first line is 'accounts:'."));
            return document.checked(file);
        } catch (IOException | BindException | IllegalStateException e) {
            throw new InvalidAccounts("The accounts file " + file + " is not valid: " + reason(e));
        } catch (MarkedYAMLException e) {
            // its own message has lines of the file, and thus hashes
            throw new InvalidAccounts("The accounts file " + file + " is not valid: " + e.getProblem() + " (line "
                    + (e.getProblemMark().getLine() + 1) + ", column "
                    + (e.getProblemMark().getColumn() + 1) + ").");
        } catch (RuntimeException e) {
            throw new InvalidAccounts("The accounts file " + file + " is not valid: "
                    + e.getClass().getSimpleName() + ".");
        }
    }

    private static String reason(Exception e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String place = e instanceof BindException bind && bind.getProperty() != null
                ? " (" + bind.getProperty().getOrigin() + ")"
                : "";
        String where = e instanceof BindException bind ? bind.getName() + ": " : "";
        return where + cause.getMessage() + place;
    }

    private Read checked(Path file) throws InvalidAccounts {
        List<User> people = users == null ? List.of() : users;
        List<Token> programs = tokens == null ? List.of() : tokens;
        if (people.isEmpty() && programs.isEmpty()) {
            throw new InvalidAccounts("The accounts file " + file + " has neither users nor tokens.");
        }
        try {
            Set<String> names = new HashSet<>();
            Stream.concat(people.stream().map(User::name), programs.stream().map(Token::name))
                    .forEach(name -> check(name, names));
            return new Read(
                    people.stream().map(AccountsDocument::account).toList(),
                    programs.stream().map(AccountsDocument::account).toList());
        } catch (IllegalArgumentException e) {
            throw new InvalidAccounts("The accounts file " + file + " is not valid: " + e.getMessage());
        }
    }

    static boolean isName(@Nullable String name) {
        return name != null && NAME.matcher(name).matches();
    }

    /** @throws IllegalArgumentException if an account cannot have this name */
    static void requireName(@Nullable String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException("'" + name
                    + "' is not the name of an account: letters, digits, '.', '_', '@' and '-', 64 at most.");
        }
        if (BreakGlass.NAME.equals(name)) {
            throw new IllegalArgumentException(
                    "The name break-glass belongs to redliner.controller.access.break-glass.");
        }
    }

    private static void check(@Nullable String name, Set<String> names) {
        requireName(name);
        if (!names.add(name)) {
            throw new IllegalArgumentException("Two accounts are called '" + name + "'.");
        }
    }

    private static Account account(User user) {
        if (user.password() == null || !user.password().matches("\\{[a-zA-Z0-9@_-]+}.+")) {
            throw new IllegalArgumentException("The password of '" + user.name()
                    + "' is not hashed. 'redliner accounts user' prints an entry with the hash.");
        }
        return new Account(user.name(), user.password(), roles(user.name(), user.roles()));
    }

    private static Account account(Token token) {
        if (token.hash() == null || !TokenHash.isValid(token.hash())) {
            throw new IllegalArgumentException("The hash of token '" + token.name()
                    + "' is not valid. 'redliner accounts token' prints a token with its hash.");
        }
        return new Account(token.name(), token.hash(), roles(token.name(), token.roles()));
    }

    private static List<Role> roles(String name, @Nullable List<String> roles) {
        if (roles == null || roles.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' has no role. The least is viewer.");
        }
        return roles.stream().map(Role::parse).toList();
    }
}
