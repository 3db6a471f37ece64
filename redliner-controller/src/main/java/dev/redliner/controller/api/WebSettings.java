package dev.redliner.controller.api;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the web server for the API and the pages.
 *
 * @param allowedHosts further names, besides localhost, 127.0.0.1, [::1] and the server's own name or IPv4 address, under which this
 *     server may be called. A request with any other Host header is refused, so that no web page can reach the server
 *     under a name of its own (DNS rebinding)
 * @param publicOrigins origins under which browsers reach this server through a proxy, such as
 *     {@code https://redliner.example}; their names are allowed hosts too
 * @param maxBody maximum size of a body; requests with a longer body are refused
 * @param heartbeat interval at which a silent event stream sends a comment to show that it is alive
 * @param eventBacklog a reader of events that falls this many events behind is disconnected; it can reconnect with
 *     Last-Event-ID
 * @param maxReaders maximum number of concurrent readers of events
 */
@ConfigurationProperties("redliner.controller.web")
public record WebSettings(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> publicOrigins,
        @DefaultValue("512KB") DataSize maxBody,
        @DefaultValue("10s") Duration heartbeat,
        @DefaultValue("10000") int eventBacklog,
        @DefaultValue("256") int maxReaders) {
    public WebSettings {
        allowedHosts = List.copyOf(allowedHosts);
        publicOrigins = List.copyOf(publicOrigins);
        publicOrigins.forEach(PublicOrigin::of);
        if (maxBody.toBytes() < 1024) {
            throw new IllegalArgumentException("max-body " + maxBody + " is below 1KB");
        }
        if (heartbeat.toMillis() < 100 || heartbeat.toSeconds() > 60) {
            throw new IllegalArgumentException("heartbeat " + heartbeat + " is not within 100 ms to 60 s");
        }
        if (eventBacklog < 10 || maxReaders < 1) {
            throw new IllegalArgumentException("event-backlog is at least 10, and max-readers at least 1");
        }
    }

    Set<PublicOrigin> origins() {
        return publicOrigins.stream().map(PublicOrigin::of).collect(Collectors.toUnmodifiableSet());
    }
}
