package dev.redliner.controller.journal;

/**
 * The key that a client gave to a start of a run. A repeated request with the same key starts no other run.
 *
 * @param name the key
 * @param asked the request as text. A request with the same key and another text is refused
 */
public record StartKey(String name, String asked) {}
