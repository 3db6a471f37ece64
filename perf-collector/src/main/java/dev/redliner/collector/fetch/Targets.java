package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.http.AddressRange;
import dev.redliner.http.AddressRefused;
import dev.redliner.http.GuardedHttp;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.DnsResolver;

/** Creates targets, which share an HTTP client that connects to allowed addresses only. */
public final class Targets implements AutoCloseable {
    private final BulkheadRegistry bulkheads = BulkheadRegistry.of(BulkheadConfig.custom()
            .maxConcurrentCalls(1)
            .maxWaitDuration(Duration.ZERO)
            .build());
    private final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.of(breakerConfig());
    private final RetryRegistry retries = RetryRegistry.of(retryConfig());
    private final AtomicLong made = new AtomicLong();
    private final GuardedHttp http;
    private final Exchange exchange;

    /**
     * @param allowed the addresses that may be connected to
     * @param maxBodyBytes a longer answer, decompressed, is a failed read
     * @param resolver the resolver for host names
     * @param meters the registry for the metrics of the circuit breakers, bulkheads and retries
     */
    public Targets(List<AddressRange> allowed, int maxBodyBytes, DnsResolver resolver, MeterRegistry meters) {
        http = new GuardedHttp(allowed, "redliner.collector.allow", "redliner-collector", maxBodyBytes, resolver);
        exchange = new Exchange(http);
        TaggedBulkheadMetrics.ofBulkheadRegistry(bulkheads).bindTo(meters);
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers).bindTo(meters);
        TaggedRetryMetrics.ofRetryRegistry(retries).bindTo(meters);
    }

    /**
     * The target at this address.
     *
     * @param uri http or https, without user and password
     * @param accept the media types to request
     * @throws ReadFailed if the address is invalid as a target, independent of the addresses that it resolves to
     */
    public Target target(URI uri, String accept) throws ReadFailed {
        try {
            GuardedHttp.check(uri);
        } catch (AddressRefused e) {
            throw new TargetRefused(e.reason());
        }
        // the number separates the state of a target that was removed and added again
        String name = "collector-" + made.incrementAndGet() + "-" + uri.getAuthority();
        return new Target(
                uri,
                accept,
                exchange,
                bulkheads.bulkhead(name),
                breakers.circuitBreaker(name),
                retries.retry(name),
                () -> discard(name));
    }

    private void discard(String name) {
        bulkheads.remove(name);
        breakers.remove(name);
        retries.remove(name);
    }

    @Override
    public void close() {
        http.close();
    }

    /** A window of ten reads; open for 1 s, doubling to 10 s: a repaired target is missed for seconds, not minutes. */
    private static CircuitBreakerConfig breakerConfig() {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(10)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(60)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitIntervalFunctionInOpenState(
                        IntervalFunction.ofExponentialBackoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(10)))
                // no request was sent, so the target needs no protection; and the reason should stay readable
                .ignoreExceptions(TargetRefused.class)
                .build();
    }

    private static RetryConfig retryConfig() {
        return RetryConfig.custom()
                .maxAttempts(3)
                .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(15), 2, 0.5))
                .retryOnException(e -> e instanceof TargetFailed failed && failed.worthRetrying())
                .build();
    }
}
