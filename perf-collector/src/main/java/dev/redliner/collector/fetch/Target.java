package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.http.Answer;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * One guarded address to read from: one read at a time, retries while there is time, and a pause while it is broken.
 */
public final class Target implements AutoCloseable {
    private final URI uri;
    private final String accept;
    private final Exchange exchange;
    private final Bulkhead bulkhead;
    private final CircuitBreaker breaker;
    private final Retry retry;
    private final Runnable onClose;

    Target(
            URI uri,
            String accept,
            Exchange exchange,
            Bulkhead bulkhead,
            CircuitBreaker breaker,
            Retry retry,
            Runnable onClose) {
        this.uri = uri;
        this.accept = accept;
        this.exchange = exchange;
        this.bulkhead = bulkhead;
        this.breaker = breaker;
        this.retry = retry;
        this.onClose = onClose;
    }

    /**
     * Reads the answer of the target as text.
     *
     * @param limit for the whole read: connecting, retries, the whole body
     * @throws ReadFailed if the target is refused by the allow-list, fails, is too slow, answers too much or is paused
     *     now
     */
    public String get(Duration limit) throws ReadFailed {
        return answer(limit).text();
    }

    /** Reads the answer of the target with its media type; otherwise as {@link #get}. */
    public Answer answer(Duration limit) throws ReadFailed {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        Callable<Answer> once = () -> exchange.get(uri, accept, deadlineNanos);
        Callable<Answer> retried = Retry.decorateCallable(retry, once);
        Callable<Answer> broken = CircuitBreaker.decorateCallable(breaker, retried);
        try {
            return Bulkhead.decorateCallable(bulkhead, broken).call();
        } catch (ReadFailed e) {
            throw e;
        } catch (BulkheadFullException e) {
            throw new ReadFailed("the read before is still under way", e);
        } catch (CallNotPermittedException e) {
            throw new ReadFailed("failed repeatedly; left alone for a moment", e);
        } catch (Exception e) {
            throw new ReadFailed("unexpected: " + e, e);
        }
    }

    @Override
    public void close() {
        onClose.run();
    }
}
