package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals that the Java platform cannot send. */
public final class Signals {
    private Signals() {}

    /** Sends {@code STOP} or {@code CONT}, and returns when the signal has been sent. */
    public static void send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("process " + pid + " did not take SIG" + signal);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
