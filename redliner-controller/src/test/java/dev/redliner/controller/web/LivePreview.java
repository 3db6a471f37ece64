package dev.redliner.controller.web;

import dev.redliner.api.LiveTick;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.api.ScriptedRun;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves the live page with a scripted run for manual inspection:
 * {@code LivePreview <port> <seconds at once> <ms per tick>}.
 */
final class LivePreview {
    private LivePreview() {}

    public static void main(String[] arguments) {
        int atOnce = Integer.parseInt(arguments[1]);
        long pace = Long.parseLong(arguments[2]);
        var server = new ApiServer("--server.port=" + arguments[0], "--spring.thymeleaf.cache=false");
        server.runs().put(ScriptedRun.completed("41"));
        server.runs().put(ScriptedRun.accepted("42", "checkout"));
        int[] ticks = {0};
        new ScriptedRun("42", Instant.now().minusSeconds(atOnce)).play(data -> {
            server.runs().append("42", data);
            if (data instanceof LiveTick && ++ticks[0] > atOnce) {
                LockSupport.parkNanos(pace * 1_000_000);
            }
        });
    }
}
