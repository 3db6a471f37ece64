package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;

/** One GET with a deadline for the whole exchange and a limit for the size of its decompressed body. */
final class Exchange {
    /** A second attempt with less time left than this would only end in a timeout. */
    private static final Duration WORTHWHILE = Duration.ofMillis(60);

    private final CloseableHttpClient client;
    private final ScheduledExecutorService timer;
    private final int maxBodyBytes;

    Exchange(CloseableHttpClient client, ScheduledExecutorService timer, int maxBodyBytes) {
        this.client = client;
        this.timer = timer;
        this.maxBodyBytes = maxBodyBytes;
    }

    /** @param deadlineNanos by {@link System#nanoTime()} */
    String get(URI uri, String accept, long deadlineNanos) throws ReadFailed {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            throw new TargetFailed("no time left to ask " + uri.getAuthority());
        }
        var request = new HttpGet(uri);
        request.setHeader("Accept", accept);
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(Math.max(1, leftNanos / 1_000_000)))
                .build());
        // socket timeouts do not end an answer that arrives very slowly; this cancellation does
        var cancel = timer.schedule(request::cancel, leftNanos, TimeUnit.NANOSECONDS);
        try {
            return client.execute(request, this::body);
        } catch (AllowListedDns.Refused e) {
            throw new TargetRefused(String.valueOf(e.getMessage()));
        } catch (UnwantedAnswer e) {
            throw new TargetFailed(e.getMessage());
        } catch (IOException e) {
            boolean timeLeft = deadlineNanos - System.nanoTime() > WORTHWHILE.toNanos();
            throw new TargetFailed(reason(e, request.isCancelled()), timeLeft, e);
        } finally {
            cancel.cancel(false);
        }
    }

    private String body(ClassicHttpResponse response) throws IOException {
        if (response.getCode() != 200) {
            String redirect = response.getCode() / 100 == 3 ? "; redirects are not followed" : "";
            throw new UnwantedAnswer("answered " + response.getCode() + redirect);
        }
        if (response.getEntity() == null) {
            throw new UnwantedAnswer("answered without a body");
        }
        try (InputStream in = response.getEntity().getContent()) {
            byte[] bytes = in.readNBytes(maxBodyBytes + 1);
            if (bytes.length > maxBodyBytes) {
                throw new UnwantedAnswer("answered with more than " + maxBodyBytes + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static String reason(IOException e, boolean cancelled) {
        String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return cancelled ? "no whole answer in time" : what;
    }

    private static final class UnwantedAnswer extends IOException {
        private static final long serialVersionUID = 1L;

        UnwantedAnswer(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }
}
