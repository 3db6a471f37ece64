package dev.redliner.collector.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;

/**
 * OTLP over gRPC for metrics: one request message and one answer, over HTTP/2 without TLS on the port of the collector.
 *
 * <p>A refusal has an empty message before its status. The protocol permits it, and Tomcat sends no trailers without a
 * body.
 */
public final class OtlpGrpcEndpoint extends HttpServlet {
    /** The path of the only method of the service. */
    public static final String PATH = "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export";

    private static final long serialVersionUID = 1L;
    private static final String TYPE = "application/grpc";
    private static final String ENCODING = "grpc-encoding";
    /** Before each message: whether it is compressed (1 byte), and its length (4 bytes). */
    private static final int PREFIX = 5;
    /** A message without fields, which is the answer without a partial success. */
    private static final byte[] EMPTY = new byte[PREFIX];

    private final transient OtlpPushes pushes;

    public OtlpGrpcEndpoint(OtlpPushes pushes) {
        this.pushes = pushes;
    }

    /** The codes of gRPC that are used here. */
    private enum Status {
        OK(0),
        INVALID_ARGUMENT(3),
        PERMISSION_DENIED(7),
        RESOURCE_EXHAUSTED(8),
        UNIMPLEMENTED(12);

        private final int code;

        Status(int code) {
            this.code = code;
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String type = request.getContentType();
        if (type == null || !type.startsWith(TYPE)) {
            response.setStatus(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE);
            return;
        }
        if (!"HTTP/2.0".equals(request.getProtocol())) {
            response.setStatus(HttpServletResponse.SC_HTTP_VERSION_NOT_SUPPORTED);
            return;
        }
        try {
            pushes.requireAllowed(request.getRemoteAddr());
            take(request);
            answer(response, Status.OK, "");
        } catch (OtlpPushes.Refused e) {
            answer(response, status(e.kind()), e.sentence());
        }
    }

    private void take(HttpServletRequest request) throws IOException, OtlpPushes.Refused {
        InputStream in = request.getInputStream();
        byte[] prefix = in.readNBytes(PREFIX);
        if (prefix.length < PREFIX) {
            throw new OtlpPushes.Refused(OtlpPushes.Refused.Kind.CONTENT, "The request has no message.");
        }
        boolean packed = prefix[0] != 0;
        String encoding = request.getHeader(ENCODING);
        if (packed && !OtlpPushes.GZIP.equals(encoding)) {
            throw OtlpPushes.compressed(encoding == null ? "without the header " + ENCODING : encoding);
        }
        int length = ByteBuffer.wrap(prefix, 1, Integer.BYTES).getInt();
        if (length < 0 || length > OtlpPushes.MOST_BYTES) {
            throw OtlpPushes.tooLarge();
        }
        byte[] message = in.readNBytes(length);
        if (message.length < length) {
            throw new OtlpPushes.Refused(OtlpPushes.Refused.Kind.CONTENT, "The message is cut off.");
        }
        pushes.take(new ByteArrayInputStream(message), packed);
    }

    private static Status status(OtlpPushes.Refused.Kind kind) {
        return switch (kind) {
            case SENDER -> Status.PERMISSION_DENIED;
            case SIZE -> Status.RESOURCE_EXHAUSTED;
            case FORMAT -> Status.UNIMPLEMENTED;
            case CONTENT -> Status.INVALID_ARGUMENT;
        };
    }

    private static void answer(HttpServletResponse response, Status status, String text) throws IOException {
        response.setContentType(TYPE);
        response.setTrailerFields(() -> text.isEmpty()
                ? Map.of("grpc-status", Integer.toString(status.code))
                : Map.of("grpc-status", Integer.toString(status.code), "grpc-message", percentEncoded(text)));
        response.getOutputStream().write(EMPTY);
    }

    /** Visible ASCII other than the percent sign, and blanks, stay as they are. */
    static String percentEncoded(String text) {
        var encoded = new StringBuilder();
        for (byte each : text.getBytes(UTF_8)) {
            if (each >= ' ' && each <= '~' && each != '%') {
                encoded.append((char) each);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", each));
            }
        }
        return encoded.toString();
    }
}
