package dev.redliner.cli;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** Whether this process writes to a terminal. */
final class Terminal {
    private Terminal() {}

    static boolean isPresent() {
        return isPresent(System.console());
    }

    /** From JDK 22 on, there is a console also without a terminal, and the console knows which of the two it is. */
    static boolean isPresent(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Console.isTerminal cannot be called", e);
        }
    }
}
