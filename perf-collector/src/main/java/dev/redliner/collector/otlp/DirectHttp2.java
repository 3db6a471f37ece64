package dev.redliner.collector.otlp;

import org.apache.coyote.Request;
import org.apache.coyote.http2.Http2Protocol;

/**
 * HTTP/2 without TLS for clients that begin with it, as those of gRPC do. A client that asks with HTTP/1.1 for an upgrade
 * is answered with HTTP/1.1: during an upgrade Tomcat accepts no body of more than 4 KiB.
 */
public final class DirectHttp2 extends Http2Protocol {
    @Override
    public boolean accept(Request request) {
        return false;
    }
}
