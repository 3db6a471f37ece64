package dev.redliner.collector.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.wire.otlp.MetricsRequest;
import dev.redliner.http.AddressRange;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** OTLP over HTTP for metrics, with bodies in protobuf, plain or compressed with gzip. */
public final class OtlpEndpoint extends HttpServlet {
    /** The path of the protocol. */
    public static final String PATH = "/v1/metrics";

    private static final long serialVersionUID = 1L;
    private static final String PROTOBUF = "application/x-protobuf";
    private static final int MOST_BYTES = 1 << 19;

    private static final Parser<MetricsRequest> PARSER = DiscardUnknownFieldsParser.wrap(MetricsRequest.parser());

    private final transient OtlpInbox inbox;
    private final transient List<AddressRange> allowed;

    /** @param allowed where a push may come from */
    public OtlpEndpoint(OtlpInbox inbox, List<AddressRange> allowed) {
        this.inbox = inbox;
        this.allowed = List.copyOf(allowed);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        InetAddress sender = InetAddress.getByName(request.getRemoteAddr());
        if (allowed.stream().noneMatch(range -> range.contains(sender))) {
            say(
                    response,
                    HttpServletResponse.SC_FORBIDDEN,
                    "Pushes from " + request.getRemoteAddr() + " are not allowed (redliner.collector.allow).");
            return;
        }
        String type = request.getContentType();
        if (type == null || !type.startsWith(PROTOBUF)) {
            say(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    "Only " + PROTOBUF + " is read. Set OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf.");
            return;
        }
        try {
            byte[] body = body(request);
            if (body.length > MOST_BYTES) {
                say(
                        response,
                        HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                        "A push of more than " + MOST_BYTES + " bytes is refused.");
                return;
            }
            take(body);
            // an empty body is the answer without a partial success
            response.setContentType(PROTOBUF);
        } catch (InvalidProtocolBufferException | ZipException | EOFException e) {
            say(response, HttpServletResponse.SC_BAD_REQUEST, "The body cannot be read: " + e.getMessage());
        } catch (ReadFailed e) {
            say(response, HttpServletResponse.SC_BAD_REQUEST, "The push is refused: " + e.reason() + ".");
        }
    }

    /** One after the other, because a push takes several times its size while it is read. */
    private synchronized void take(byte[] body) throws InvalidProtocolBufferException, ReadFailed {
        inbox.take(PARSER.parseFrom(body));
    }

    /** At most one byte more than is allowed. */
    private static byte[] body(HttpServletRequest request) throws IOException {
        InputStream in = request.getInputStream();
        boolean packed = "gzip".equalsIgnoreCase(request.getHeader("Content-Encoding"));
        return (packed ? new GZIPInputStream(in) : in).readNBytes(MOST_BYTES + 1);
    }

    private static void say(HttpServletResponse response, int status, String text) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain");
        response.setCharacterEncoding(UTF_8.name());
        response.getWriter().println(text);
    }
}
