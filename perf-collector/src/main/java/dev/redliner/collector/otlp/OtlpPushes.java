package dev.redliner.collector.otlp;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.wire.otlp.MetricsRequest;
import dev.redliner.http.AddressRange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Accepts pushes. HTTP and gRPC carry them. */
public final class OtlpPushes {
    /** Largest push, decompressed. */
    static final int MOST_BYTES = 1 << 19;

    static final String GZIP = "gzip";

    private static final Parser<MetricsRequest> PARSER = DiscardUnknownFieldsParser.wrap(MetricsRequest.parser());

    private final OtlpInbox inbox;
    private final List<AddressRange> allowed;

    /** @param allowed where a push may come from */
    public OtlpPushes(OtlpInbox inbox, List<AddressRange> allowed) {
        this.inbox = inbox;
        this.allowed = List.copyOf(allowed);
    }

    /** A push that is not accepted, with the reason as a sentence. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        /** The kinds of reasons, for which each protocol has its own codes. */
        enum Kind {
            SENDER,
            SIZE,
            FORMAT,
            CONTENT
        }

        private final Kind kind;

        Refused(Kind kind, String sentence) {
            super(sentence);
            this.kind = kind;
        }

        Kind kind() {
            return kind;
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Checks the sender before anything of a push is read.
     *
     * @throws Refused if nothing is accepted from there
     */
    void requireAllowed(String sender) throws Refused, UnknownHostException {
        InetAddress address = InetAddress.getByName(sender);
        if (allowed.stream().noneMatch(range -> range.contains(address))) {
            throw new Refused(
                    Refused.Kind.SENDER, "Pushes from " + sender + " are not allowed (redliner.collector.allow).");
        }
    }

    /**
     * Takes a push.
     *
     * @param body the message, and nothing after it
     * @param packed whether the body is compressed with gzip
     * @throws Refused if it is not accepted
     */
    void take(InputStream body, boolean packed) throws Refused, IOException {
        try {
            take(upToTooLarge(packed ? new GZIPInputStream(body) : body));
        } catch (ZipException | EOFException e) {
            throw unreadable(e);
        }
    }

    /** At most one byte more than is allowed. */
    static byte[] upToTooLarge(InputStream message) throws IOException {
        return message.readNBytes(MOST_BYTES + 1);
    }

    /**
     * Takes a push, one after the other: it takes several times its size while it is read.
     *
     * @throws Refused if it is not accepted
     */
    synchronized void take(byte[] message) throws Refused {
        if (message.length > MOST_BYTES) {
            throw new Refused(Refused.Kind.SIZE, "A push of more than " + MOST_BYTES + " bytes is refused.");
        }
        try {
            inbox.take(PARSER.parseFrom(message));
        } catch (InvalidProtocolBufferException e) {
            throw unreadable(e);
        } catch (ReadFailed e) {
            throw new Refused(Refused.Kind.CONTENT, "The push is refused: " + e.reason() + ".");
        }
    }

    static Refused unreadable(IOException cause) {
        return new Refused(Refused.Kind.CONTENT, "The body cannot be read: " + cause.getMessage());
    }

    static Refused compressed(String how) {
        return new Refused(
                Refused.Kind.FORMAT,
                "The compression " + how + " is not read. Set OTEL_EXPORTER_OTLP_METRICS_COMPRESSION=gzip.");
    }
}
