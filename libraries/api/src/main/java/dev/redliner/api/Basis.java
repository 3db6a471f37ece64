package dev.redliner.api;

import org.jspecify.annotations.Nullable;

/**
 * The requests behind the rates and percentiles of a tick or a step. With too few requests, a percentile is null, and a
 * reader shows {@code slow} of {@code requests} in its place.
 *
 * @param seconds how long the requests were collected
 * @param requests requests that were answered, or not in time
 * @param slow requests that exceeded {@code limitMs} or were not answered in time; null without a limit
 * @param limitMs the tightest latency limit of the rules that back off; null if they have none
 */
public record Basis(double seconds, long requests, @Nullable Long slow, @Nullable Double limitMs) {}
