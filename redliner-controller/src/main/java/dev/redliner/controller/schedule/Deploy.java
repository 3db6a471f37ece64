package dev.redliner.controller.schedule;

import java.time.Instant;

/**
 * A deploy of a service, as a program announced it.
 *
 * @param source what announced it; with the id and the service it identifies the event
 * @param id the id of the event, unique for its source
 * @param service the service that was deployed
 * @param version its version; empty if the event has none
 * @param at when it was deployed
 * @param receivedAt when this controller received the event
 * @param who the caller
 */
public record Deploy(
        String source, String id, String service, String version, Instant at, Instant receivedAt, String who) {
    /** The deploy in words, such as "Version 1.2.3 was deployed at 2026-12-01T02:30:00Z." */
    public String words() {
        return (version.isEmpty() ? "A version" : "Version " + version) + " was deployed at " + at + ".";
    }
}
