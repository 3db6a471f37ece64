package dev.redliner.collector.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** OTLP over HTTP for metrics, with bodies in protobuf, plain or compressed with gzip. */
public final class OtlpEndpoint extends HttpServlet {
    /** The path of the protocol. */
    public static final String PATH = "/v1/metrics";

    private static final long serialVersionUID = 1L;
    private static final String PLAIN = "identity";
    private static final String PROTOBUF = "application/x-protobuf";

    private final transient OtlpPushes pushes;

    public OtlpEndpoint(OtlpPushes pushes) {
        this.pushes = pushes;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            pushes.requireAllowed(request.getRemoteAddr());
            String type = request.getContentType();
            if (type == null || !type.startsWith(PROTOBUF)) {
                throw new OtlpPushes.Refused(
                        OtlpPushes.Refused.Kind.FORMAT,
                        "Only " + PROTOBUF + " is read here. Set OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf.");
            }
            String encoding = request.getHeader("Content-Encoding");
            boolean packed = OtlpPushes.GZIP.equalsIgnoreCase(encoding);
            if (encoding != null && !packed && !PLAIN.equalsIgnoreCase(encoding)) {
                throw OtlpPushes.compressed(encoding);
            }
            pushes.take(request.getInputStream(), packed);
            // an empty body is the answer without a partial success
            response.setContentType(PROTOBUF);
        } catch (OtlpPushes.Refused e) {
            say(response, status(e.kind()), e.sentence());
        }
    }

    private static int status(OtlpPushes.Refused.Kind kind) {
        return switch (kind) {
            case SENDER -> HttpServletResponse.SC_FORBIDDEN;
            case SIZE -> HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
            case FORMAT -> HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE;
            case CONTENT -> HttpServletResponse.SC_BAD_REQUEST;
        };
    }

    private static void say(HttpServletResponse response, int status, String text) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain");
        response.setCharacterEncoding(UTF_8.name());
        response.getWriter().println(text);
    }
}
