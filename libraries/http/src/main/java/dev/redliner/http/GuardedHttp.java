package dev.redliner.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The HTTP client for addresses that users enter: allowed addresses only, no redirects, no cookies, no proxy, a deadline
 * for each whole exchange, and a limit for the size of each answer.
 */
public final class GuardedHttp implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 512;

    private final int maxBodyBytes;
    private final ScheduledExecutorService deadlines;
    private final CloseableHttpClient client;

    /**
     * @param allowed the addresses that may be connected to
     * @param setting the name of the setting that allows them, for the message of a refusal
     * @param userAgent sent with each request; also the beginning of the name of the client's thread
     * @param maxBodyBytes a longer answer, decompressed, is a failure
     */
    public GuardedHttp(List<AddressRange> allowed, String setting, String userAgent, int maxBodyBytes) {
        this(allowed, setting, userAgent, maxBodyBytes, SystemDefaultDnsResolver.INSTANCE);
    }

    /** @param resolver the resolver for host names */
    public GuardedHttp(
            List<AddressRange> allowed, String setting, String userAgent, int maxBodyBytes, DnsResolver resolver) {
        this.maxBodyBytes = maxBodyBytes;
        deadlines = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, userAgent + "-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        client = client(new AllowListedDns(allowed, setting, resolver), userAgent);
    }

    private static CloseableHttpClient client(AllowListedDns dns, String userAgent) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(dns)
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.ofSeconds(1))
                        .setSocketTimeout(Timeout.ofSeconds(5))
                        .setTimeToLive(TimeValue.ofMinutes(10))
                        .setValidateAfterInactivity(TimeValue.ofMilliseconds(500))
                        .build())
                .build();
        return HttpClients.custom()
                .setConnectionManager(connections)
                .setUserAgent(userAgent)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    /**
     * Checks that the address can be one of a request, independent of the addresses that its host resolves to.
     *
     * @throws AddressRefused if the scheme is neither http nor https, there is no host, or there is a user in it
     */
    public static void check(URI uri) throws AddressRefused {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new AddressRefused(uri + " is not http or https");
        }
        if (uri.getHost() == null || uri.getUserInfo() != null) {
            throw new AddressRefused("the address has no host, or a user in it");
        }
    }

    /**
     * Sends the request once and returns the answer, whichever status it has.
     *
     * @param limit for the whole exchange: connecting, sending, the whole answer
     * @throws AddressRefused if the address is not allowed; nothing was sent
     * @throws TooLong if the answer is a success and longer than the limit
     * @throws ExchangeFailed if no whole answer came in time
     */
    public Answer send(Request request, Duration limit) throws ExchangeFailed {
        check(request.uri());
        var sent = new HttpUriRequestBase(request.method(), request.uri());
        request.headers().forEach(sent::setHeader);
        if (request.body().length > 0) {
            // the header states the type of the body
            sent.setEntity(new ByteArrayEntity(request.body(), null));
        }
        sent.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(Math.max(1, limit.toMillis())))
                .build());
        // socket timeouts do not end an answer that arrives very slowly; this cancellation does
        var cancel = deadlines.schedule(sent::cancel, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return client.execute(sent, this::answer);
        } catch (AllowListedDns.Refused e) {
            throw new AddressRefused(String.valueOf(e.getMessage()));
        } catch (ExchangeFailed e) {
            throw e;
        } catch (IOException e) {
            throw new ExchangeFailed(reason(e, sent.isCancelled()), e);
        } finally {
            cancel.cancel(false);
        }
    }

    private Answer answer(ClassicHttpResponse response) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (Header header : response.getHeaders()) {
            headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), String.valueOf(header.getValue()));
        }
        var answer = new Answer(response.getCode(), headers, body(response));
        if (answer.body().length <= maxBodyBytes) {
            return answer;
        }
        if (answer.isSuccess()) {
            throw new TooLong(maxBodyBytes);
        }
        return new Answer(answer.status(), headers, Arrays.copyOf(answer.body(), maxBodyBytes));
    }

    /** One byte more than the limit if there are more. */
    private byte[] body(ClassicHttpResponse response) throws IOException {
        if (response.getEntity() == null) {
            return new byte[0];
        }
        try (InputStream in = response.getEntity().getContent()) {
            return in.readNBytes(maxBodyBytes + 1);
        }
    }

    /** The socket has the same limit as the cancellation, and either can be first. */
    private static String reason(IOException e, boolean cancelled) {
        boolean late = e instanceof SocketTimeoutException && !(e instanceof ConnectTimeoutException);
        String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return cancelled || late ? "no whole answer in time" : what;
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
