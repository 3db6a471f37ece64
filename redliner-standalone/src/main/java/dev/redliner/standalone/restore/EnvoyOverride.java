package dev.redliner.standalone.restore;

/**
 * The share that an Envoy holds for a pool.
 *
 * @param admin its admin address, or its page of statistics if only that is known
 * @param restored whether the Envoy holds its baseline
 * @param words the share, or the reason why it could not be read
 */
public record EnvoyOverride(String admin, Restored restored, String words) {}
