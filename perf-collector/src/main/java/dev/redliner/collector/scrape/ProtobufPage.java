package dev.redliner.collector.scrape;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.wire.Metric;
import dev.redliner.collector.scrape.wire.MetricFamily;
import dev.redliner.collector.scrape.wire.MetricType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A page in the protobuf format of Prometheus: families, each with its length in front. It is read series by series, so
 * that a page of many tiny parts does not take more memory than its limits allow.
 */
final class ProtobufPage {
    /** As long as a line of text may be. */
    private static final int LONGEST_SERIES = 65_536;

    private static final int LONGEST_NAME = 1_000;

    private final CodedInputStream in;
    private final SeriesCount count;
    private final Map<String, ProtobufFamily> families = new LinkedHashMap<>();

    private ProtobufPage(byte[] body, int maxSeries) {
        in = CodedInputStream.newInstance(body);
        count = new SeriesCount(maxSeries);
    }

    /**
     * Parses a page.
     *
     * @param maxSeries a page with more families, series and buckets is not used at all
     * @throws ReadFailed if the page is malformed or holds too many of them
     */
    static Exposition parse(byte[] body, int maxSeries) throws ReadFailed {
        var page = new ProtobufPage(body, maxSeries);
        try {
            while (!page.in.isAtEnd()) {
                int limit = page.in.pushLimit(page.in.readRawVarint32());
                page.family();
                page.in.checkLastTagWas(0);
                page.in.popLimit(limit);
            }
        } catch (IOException e) {
            throw new ReadFailed("the page is no protobuf of metric families: " + e.getMessage(), e);
        }
        return Exposition.of(page.families.values());
    }

    /** Name and type come before the series, as every service writes them. */
    private void family() throws IOException, ReadFailed {
        count.add(1);
        String name = "";
        MetricType type = MetricType.UNTYPED;
        ProtobufFamily family = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case MetricFamily.NAME_FIELD_NUMBER -> name = in.readStringRequireUtf8();
                case MetricFamily.TYPE_FIELD_NUMBER -> type = type(in.readEnum());
                case MetricFamily.METRIC_FIELD_NUMBER -> {
                    family = family == null ? begun(name, type) : family;
                    series(family);
                }
                default -> in.skipField(tag);
            }
        }
        if (family != null) {
            end(family);
        }
    }

    private static MetricType type(int number) {
        MetricType known = MetricType.forNumber(number);
        return known == null ? MetricType.UNTYPED : known;
    }

    private ProtobufFamily begun(String name, MetricType type) throws ReadFailed {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new ReadFailed("a family of the page has no name before its series, or a name of more than "
                    + LONGEST_NAME + " characters");
        }
        return new ProtobufFamily(name, type, count);
    }

    private void series(ProtobufFamily family) throws IOException, ReadFailed {
        int length = in.readRawVarint32();
        if (length > LONGEST_SERIES) {
            in.skipRawBytes(length);
            family.refuse("a series is longer than " + LONGEST_SERIES + " bytes");
            return;
        }
        count.add(1);
        family.add(Metric.parseFrom(in.readRawBytes(length)));
    }

    private void end(ProtobufFamily family) {
        ProtobufFamily before = families.put(family.name(), family);
        if (before != null) {
            family.refuse("a family is on the page twice");
        }
    }
}
