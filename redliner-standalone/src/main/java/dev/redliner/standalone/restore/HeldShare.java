package dev.redliner.standalone.restore;

/**
 * What an Envoy holds for a pool.
 *
 * @param admin its admin address
 * @param restored whether it holds its baseline
 * @param words what it holds, or why that is not known
 */
public record HeldShare(String admin, Restored restored, String words) {}
