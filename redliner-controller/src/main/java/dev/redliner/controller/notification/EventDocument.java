package dev.redliner.controller.notification;

import dev.redliner.api.RunReport;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as a CloudEvent 1.0 in JSON: structured mode, media type {@value #TYPE}.
 *
 * <p>The data has {@code message}, {@code by}, and where they apply {@code service}, {@code run}, {@code before},
 * {@code after}, {@code reason} and {@code link}. Of a run that ended it also has {@code sut}, {@code startedAt},
 * {@code endedAt}, {@code redline}, {@code hosts}, {@code harm}, {@code restored}, {@code unverified},
 * {@code expectation}, {@code recovered} and {@code measurement} as in the report of the run.
 */
final class EventDocument {
    static final String TYPE = "application/cloudevents+json";
    private static final String SOURCE = "/redliner";

    private final JsonMapper json = JsonMapper.shared();
    private final String link;

    /** @param link the address of the pages for people, without a slash at the end; empty if there is none */
    EventDocument(String link) {
        this.link = link;
    }

    byte[] bytes(LifecycleEvent event) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("specversion", "1.0");
        document.put("id", event.id());
        document.put("source", link.isEmpty() ? SOURCE : link);
        document.put("type", event.type().uri());
        put(document, "subject", subject(event));
        document.put("time", event.at().toString());
        document.put("datacontenttype", "application/json");
        document.put("data", data(event));
        return json.writeValueAsBytes(document);
    }

    /** The details of an event. */
    Map<String, Object> data(LifecycleEvent event) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("message", MessageText.of(event));
        put(data, "service", event.service());
        put(data, "run", event.run());
        put(data, "by", event.who());
        put(data, "before", event.before());
        put(data, "after", event.after());
        put(data, "reason", event.reason());
        put(data, "link", link(event));
        RunReport report = event.report();
        if (report != null) {
            data.put("sut", report.sut());
            data.put("startedAt", report.startedAt());
            data.put("endedAt", report.endedAt());
            data.put("redline", report.result());
            data.put("hosts", report.result() == null ? null : report.hosts());
            data.put("harm", report.harm());
            data.put("restored", report.restored());
            data.put("unverified", report.unverified());
            data.put("expectation", report.expectation());
            data.put("recovered", report.recovered());
            data.put("measurement", report.measurement());
        }
        return data;
    }

    /** The page about the event; empty if no address of the pages is set. */
    String link(LifecycleEvent event) {
        if (link.isEmpty()) {
            return "";
        }
        if (event.run().isEmpty()) {
            return event.service().isEmpty() ? link + "/" : link + "/services/" + event.service();
        }
        return link + "/runs/" + event.run();
    }

    private static String subject(LifecycleEvent event) {
        return event.run().isEmpty() ? event.service() : event.service() + "/" + event.run();
    }

    private static void put(Map<String, Object> document, String name, String value) {
        if (!value.isEmpty()) {
            document.put(name, value);
        }
    }
}
