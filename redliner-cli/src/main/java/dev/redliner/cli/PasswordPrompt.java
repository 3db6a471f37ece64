package dev.redliner.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks for a password. */
public final class PasswordPrompt {
    private PasswordPrompt() {}

    /**
     * Reads a password.
     *
     * @param name whose password it is
     * @param fromInput whether to read a line of the standard input instead of asking at the terminal
     * @throws CliFailure if there is no password
     */
    public static String read(String name, boolean fromInput) throws IOException {
        @Nullable String password = fromInput ? line() : typed(name);
        if (password == null || password.isEmpty()) {
            throw new CliFailure(ExitCode.USAGE, "There is no password.");
        }
        return password;
    }

    private static @Nullable String line() throws IOException {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }

    private static @Nullable String typed(String name) {
        @Nullable Console console = System.console();
        if (console == null || !Terminal.isPresent(console)) {
            throw new CliFailure(ExitCode.USAGE, "There is no terminal. Send the password with --password-stdin.");
        }
        char[] typed = console.readPassword("Password of %s: ", name);
        return typed == null ? null : new String(typed);
    }
}
