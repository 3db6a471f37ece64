package dev.redliner.collector.fetch;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The HTTP client for addresses entered by users: no redirects, no cookies, no proxy, allowed addresses only. */
final class GuardedHttp {
    private static final int MAX_CONNECTIONS = 512;

    private GuardedHttp() {}

    static CloseableHttpClient client(AllowListedDns dns) {
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
                .setUserAgent("redliner-collector")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }
}
