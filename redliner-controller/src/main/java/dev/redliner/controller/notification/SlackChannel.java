package dev.redliner.controller.notification;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Sends a text to an incoming webhook of Slack, or of a program that understands the same, such as Mattermost. */
final class SlackChannel implements Channel {
    private final HttpPost post;
    private final EventDocument document;
    private final JsonMapper json = JsonMapper.shared();

    SlackChannel(HttpPost post, EventDocument document) {
        this.post = post;
        this.document = document;
    }

    @Override
    public void send(LifecycleEvent event) throws DeliveryFailed {
        String link = document.link(event);
        String text = escaped(MessageText.of(event)) + (link.isEmpty() ? "" : " <" + escaped(link) + ">");
        post.send(Map.of("Content-Type", "application/json"), json.writeValueAsBytes(Map.of("text", text)));
    }

    /** Without this, a text could mention a whole channel. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String address() {
        return post.address();
    }
}
