package dev.redliner.standalone.traffic;

/**
 * The punctuality of the requests.
 *
 * @param requests number of requests
 * @param gapVariation coefficient of variation of the gaps between them; 1 for Poisson arrivals at a steady rate
 * @param meanLateMicros mean delay after the due time in microseconds
 * @param lateOverMilli fraction sent more than 1 ms after it was due
 * @param worstLateMicros the longest delay in microseconds
 * @param stalledMillis total time without traffic because this process was not given the CPU
 */
public record Punctuality(
        long requests,
        double gapVariation,
        double meanLateMicros,
        double lateOverMilli,
        double worstLateMicros,
        double stalledMillis) {}
