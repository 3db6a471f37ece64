package dev.redliner.controller.notification;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Triggers and resolves alerts with the Events API v2 of PagerDuty. */
final class PagerDutyChannel implements Channel {
    private static final int LONGEST_SUMMARY = 1_024;

    private final HttpPost post;
    private final String routingKey;
    private final EventDocument document;
    private final JsonMapper json = JsonMapper.shared();

    PagerDutyChannel(HttpPost post, String routingKey, EventDocument document) {
        this.post = post;
        this.routingKey = routingKey;
        this.document = document;
    }

    @Override
    public void send(LifecycleEvent event) throws DeliveryFailed {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("routing_key", routingKey);
        body.put("event_action", resolves(event) ? "resolve" : "trigger");
        body.put("dedup_key", key(event));
        String summary = MessageText.of(event);
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("summary", summary.substring(0, Math.min(summary.length(), LONGEST_SUMMARY)));
        payload.put("source", event.service().isEmpty() ? "redliner" : event.service());
        payload.put("severity", severity(event));
        payload.put("timestamp", event.at().toString());
        payload.put("custom_details", document.data(event));
        body.put("payload", payload);
        String link = document.link(event);
        if (!link.isEmpty()) {
            body.put("links", List.of(Map.of("href", link, "text", "Redliner")));
        }
        post.send(Map.of("Content-Type", "application/json"), json.writeValueAsBytes(body));
    }

    private static boolean resolves(LifecycleEvent event) {
        return event.type() == EventType.TRAFFIC_RESTORED || event.type() == EventType.LEVER_RELEASED;
    }

    /** Alerts with the same key are one alert. */
    private static String key(LifecycleEvent event) {
        return switch (event.type()) {
            case TRAFFIC_NOT_RESTORED, TRAFFIC_RESTORED -> "redliner/not-restored/" + event.run();
            case LEVER_ENGAGED, LEVER_RELEASED -> "redliner/lever";
            case RUN_ACCEPTED, RUN_STATE, RUN_ENDED, RUN_REFUSED, TEST -> "redliner/" + event.id();
        };
    }

    private static String severity(LifecycleEvent event) {
        return event.type() == EventType.TRAFFIC_NOT_RESTORED ? "critical" : event.trouble() ? "warning" : "info";
    }

    @Override
    public String address() {
        return post.address();
    }
}
