package dev.redliner.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunState;
import dev.redliner.http.AddressRange;
import dev.redliner.http.GuardedHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import tools.jackson.databind.JsonNode;

/** Every kind of destination against a real server. */
class ChannelsTest {
    private static final Instant AT = Instant.parse("2027-01-10T02:33:20Z");
    private static final String LINK = "https://redliner.example";
    private static final LifecycleEvent ENDED = new LifecycleEvent(
            "7d0c",
            EventType.RUN_ENDED,
            AT,
            "controller-1",
            "checkout",
            "checkout-41",
            "RESTORING",
            "COMPLETED",
            "The interval is narrow and the safe side confirmed",
            report());
    private static final LifecycleEvent ENGAGED = event(EventType.LEVER_ENGAGED, "", "", "", "<!channel> stop & think");
    private static final LifecycleEvent AWAY = event(
            EventType.TRAFFIC_NOT_RESTORED, "checkout", "checkout-41", "Envoy edge-2 holds 31.0%", "not confirmed");

    private Receiver receiver;
    private GuardedHttp http;

    private static RunReport report() {
        return new RunReport(
                "checkout-41",
                "checkout",
                "back-end",
                List.of("checkout-1"),
                RunState.COMPLETED,
                null,
                AT.minusSeconds(180),
                AT,
                new RedlineReport(762.3, 723.2, 768.0, 756.0, "slo", false),
                null,
                new HarmReport(16, 0.0003, 49_294, 0),
                null,
                null,
                List.of(),
                null,
                List.of(),
                null);
    }

    private static LifecycleEvent event(EventType type, String service, String run, String after, String reason) {
        return new LifecycleEvent("7d0d", type, AT, "ana", service, run, "", after, reason, null);
    }

    @Test
    void the_end_of_a_dry_run_says_what_it_found_and_is_no_trouble() {
        LifecycleEvent ready = event(EventType.RUN_ENDED, "checkout", "checkout-42", "READY", "A run can begin");
        LifecycleEvent not =
                event(EventType.RUN_ENDED, "checkout", "checkout-43", "NOT_READY", "No Envoy is connected");
        assertThat(MessageText.of(ready)).isEqualTo("checkout: dry run checkout-42 is over. A run can begin.");
        assertThat(MessageText.of(not)).isEqualTo("checkout: dry run checkout-43 is over. No Envoy is connected.");
        assertThat(List.of(ready, not)).noneMatch(LifecycleEvent::trouble);
        assertThat(event(EventType.RUN_ENDED, "checkout", "checkout-44", "REFUSED", "No Envoy is connected")
                        .trouble())
                .isTrue();
    }

    @Test
    void a_result_that_is_not_the_expected_one_is_trouble_and_is_told() {
        RunReport met = report();
        var missed = new LifecycleEvent(
                ENDED.id(),
                ENDED.type(),
                AT,
                ENDED.who(),
                ENDED.service(),
                ENDED.run(),
                ENDED.before(),
                ENDED.after(),
                ENDED.reason(),
                new RunReport(
                        met.id(),
                        met.service(),
                        met.tier(),
                        met.sut(),
                        met.state(),
                        met.reason(),
                        met.startedAt(),
                        met.endedAt(),
                        met.redline(),
                        met.hosts(),
                        met.harm(),
                        met.restored(),
                        met.baseline(),
                        met.steps(),
                        met.now(),
                        met.remarks(),
                        met.began(),
                        met.endedBy(),
                        met.precision(),
                        met.unverified(),
                        met.measurement(),
                        new ExpectationReport(
                                MetCheck.NOT_MET,
                                List.of(
                                        new ExpectationReport.Part("redline >= 800", MetCheck.NOT_MET, "768 at most"),
                                        new ExpectationReport.Part("recovered <= 10s", MetCheck.MET, "3 s"))),
                        met.recovered()));

        assertThat(ENDED.trouble()).isFalse();
        assertThat(missed.trouble()).isTrue();
        assertThat(MessageText.of(missed))
                .isEqualTo("checkout: one host carries 762 rps (95%: 723 to 768) (run checkout-41, completed). The"
                        + " interval is narrow and the safe side confirmed. Not as expected: redline >= 800. Measured: 768 at"
                        + " most.");
        assertThat(new EventDocument(LINK).data(missed)).containsKeys("expectation", "recovered", "measurement");
    }

    @BeforeEach
    void listen() throws IOException {
        receiver = new Receiver();
        http = client("127.0.0.0/8");
    }

    @AfterEach
    void close() {
        receiver.close();
        http.close();
    }

    private static GuardedHttp client(String range) {
        return new GuardedHttp(
                List.of(AddressRange.parse(range)), "redliner.controller.outgoing.allow", "redliner-controller", 1_000);
    }

    private HttpPost post() {
        return new HttpPost(http, Duration.ofSeconds(5), receiver.uri());
    }

    private WebhookChannel webhook(String secret) {
        return new WebhookChannel(post(), secret, new EventDocument(LINK), () -> AT.plusSeconds(1));
    }

    @Test
    void a_webhook_receives_a_signed_cloud_event() throws Exception {
        webhook("whsec_" + Base64.getEncoder().encodeToString("key".getBytes(StandardCharsets.UTF_8)))
                .send(ENDED);
        webhook("key").send(ENDED);
        Receiver.Received one = receiver.received().get(0);
        assertThat(one.header("Content-Type")).isEqualTo("application/cloudevents+json");
        assertThat(one.header("webhook-id")).isEqualTo("7d0c");
        assertThat(one.header("webhook-timestamp"))
                .isEqualTo("" + AT.plusSeconds(1).getEpochSecond());
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signed = "7d0c." + AT.plusSeconds(1).getEpochSecond() + "." + one.text();
        assertThat(one.header("webhook-signature"))
                .isEqualTo("v1,"
                        + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(receiver.received().get(1).header("webhook-signature"));

        JsonNode event = one.json();
        assertThat(event.path("specversion").asString()).isEqualTo("1.0");
        assertThat(event.path("id").asString()).isEqualTo("7d0c");
        assertThat(event.path("type").asString()).isEqualTo("dev.redliner.run.ended");
        assertThat(event.path("source").asString()).isEqualTo(LINK);
        assertThat(event.path("subject").asString()).isEqualTo("checkout/checkout-41");
        assertThat(event.path("time").asString()).isEqualTo("2027-01-10T02:33:20Z");
        JsonNode data = event.path("data");
        assertThat(data.path("message").asString())
                .isEqualTo("checkout: one host carries 762 rps (95%: 723 to 768) (run checkout-41, completed)."
                        + " The interval is narrow and the safe side confirmed.");
        assertThat(data.path("redline").path("high").asDouble()).isEqualTo(768);
        assertThat(data.path("harm").path("servedRequests").asDouble()).isEqualTo(49_294);
        assertThat(data.path("link").asString()).isEqualTo(LINK + "/runs/checkout-41");
        assertThat(data.path("endedAt").asString()).isEqualTo("2027-01-10T02:33:20Z");
    }

    @Test
    void slack_receives_a_text_that_mentions_nobody() throws Exception {
        new SlackChannel(post(), new EventDocument(LINK)).send(ENGAGED);
        assertThat(receiver.received().get(0).json().path("text").asString())
                .isEqualTo("The safety lever was engaged by ana. No run begins until it is released. Reason:"
                        + " &lt;!channel&gt; stop &amp; think. <https://redliner.example/>");
        assertThat(receiver.received().get(0).json().size()).isEqualTo(1);
    }

    @Test
    void pagerduty_resolves_the_alert_that_it_triggered() throws Exception {
        var channel = new PagerDutyChannel(post(), "routing-key", new EventDocument(""));
        channel.send(AWAY);
        channel.send(event(EventType.TRAFFIC_RESTORED, "checkout", "checkout-41", "", ""));
        JsonNode trigger = receiver.received().get(0).json();
        JsonNode resolve = receiver.received().get(1).json();
        assertThat(trigger.path("routing_key").asString()).isEqualTo("routing-key");
        assertThat(trigger.path("event_action").asString()).isEqualTo("trigger");
        assertThat(resolve.path("event_action").asString()).isEqualTo("resolve");
        assertThat(trigger.path("dedup_key")).isEqualTo(resolve.path("dedup_key"));
        assertThat(trigger.path("payload").path("severity").asString()).isEqualTo("critical");
        assertThat(trigger.path("payload").path("source").asString()).isEqualTo("checkout");
        assertThat(trigger.path("payload").path("summary").asString())
                .isEqualTo("checkout: the traffic of run checkout-41 was not seen back on its baseline. Envoy edge-2"
                        + " holds 31.0%. `redliner restore --all` orders every pool back and checks its Envoys.");
        assertThat(trigger.has("links")).isFalse();
    }

    @Test
    void an_email_is_sent_through_a_mail_server() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> mail = CompletableFuture.supplyAsync(() -> received(server));
            var sender = new JavaMailSenderImpl();
            sender.setHost("127.0.0.1");
            sender.setPort(server.getLocalPort());
            var channel = new EmailChannel(
                    sender, "redliner@example.org", List.of("ops@example.org"), new EventDocument(LINK));
            channel.send(ENDED);
            assertThat(mail.get(20, TimeUnit.SECONDS))
                    .contains("From: redliner@example.org", "To: ops@example.org")
                    .contains("Subject: [redliner] checkout: one host carries 762 rps (95%: 723 to 768)")
                    .contains("\nhttps://redliner.example/runs/checkout-41\n", "Event 7d0c of 2027-01-10T02:33:20Z");
        }
        var nobody = new JavaMailSenderImpl();
        nobody.setHost("127.0.0.1");
        nobody.setPort(1);
        var channel = new EmailChannel(nobody, "a@example.org", List.of("b@example.org"), new EventDocument(""));
        assertThat(failure(channel).lasting()).isFalse();
    }

    /** As much SMTP as one mail needs. */
    private static String received(ServerSocket server) {
        try (Socket socket = server.accept();
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder mail = new StringBuilder();
            boolean data = false;
            answer(socket, "220 test");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (data && line.equals(".")) {
                    data = false;
                    answer(socket, "250 taken");
                } else if (data) {
                    mail.append(line).append('\n');
                } else if (line.equals("DATA")) {
                    data = true;
                    answer(socket, "354 go on");
                } else if (line.equals("QUIT")) {
                    answer(socket, "221 bye");
                    break;
                } else {
                    answer(socket, "250 ok");
                }
            }
            return mail.toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void answer(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void a_status_says_whether_a_later_attempt_can_succeed() {
        receiver.answers(500, 408, 400, 404).answers(429, "Retry-After", "90").answers(302, "Location", "/elsewhere");
        assertThat(failure(webhook("key")).lasting()).isFalse();
        assertThat(failure(webhook("key")).lasting()).isFalse();
        assertThat(failure(webhook("key")).lasting()).isTrue();
        assertThat(failure(webhook("key")).reason()).isEqualTo("answered 404");
        DeliveryFailed tooMany = failure(webhook("key"));
        assertThat(tooMany.lasting()).isFalse();
        assertThat(tooMany.retryAfter()).isEqualTo(Duration.ofSeconds(90));
        assertThat(failure(webhook("key")).reason()).isEqualTo("answered 302; redirects are not followed");
        assertThat(receiver.received()).hasSize(6);
    }

    @Test
    void a_destination_that_hangs_is_left_after_the_timeout() {
        receiver.hangs();
        var channel =
                new SlackChannel(new HttpPost(http, Duration.ofMillis(300), receiver.uri()), new EventDocument(""));
        DeliveryFailed failure = failure(channel);
        assertThat(failure.lasting()).isFalse();
        assertThat(failure.reason()).isEqualTo("no whole answer in time");
    }

    @Test
    void an_address_that_is_not_allowed_receives_nothing() {
        try (var strict = client("10.0.0.0/8")) {
            URI uri = URI.create("http://localhost:" + receiver.uri().getPort() + "/");
            var channel = new SlackChannel(new HttpPost(strict, Duration.ofSeconds(5), uri), new EventDocument(""));
            DeliveryFailed failure = failure(channel);
            assertThat(failure.lasting()).isTrue();
            assertThat(failure.reason()).contains("redliner.controller.outgoing.allow");
        }
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void the_address_for_people_has_no_path() {
        assertThat(webhook("key").address())
                .isEqualTo("http://127.0.0.1:" + receiver.uri().getPort());
    }

    private static DeliveryFailed failure(Channel channel) {
        return catchThrowableOfType(DeliveryFailed.class, () -> channel.send(ENGAGED));
    }
}
