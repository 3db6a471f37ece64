package dev.redliner.redirector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.settings.RedirectorProperties;
import dev.redliner.redirector.xds.XdsEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests the separately running application without a reachable Kafka. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedirectorApplicationTest {
    private final ConfigurableApplicationContext context;

    RedirectorApplicationTest() {
        context = new SpringApplicationBuilder(RedirectorApplication.class)
                .properties("spring.config.name=redirector,application")
                .run(
                        "--server.port=0",
                        "--redliner.redirector.xds.port=0",
                        "--spring.kafka.bootstrap-servers=127.0.0.1:1");
    }

    @BeforeAll
    void know() {
        context.getBean(OrderHandler.class).learn(Samples.declared(Samples.pool("checkout")));
    }

    @AfterAll
    void stop() {
        context.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void it_is_up_and_says_where_envoys_connect() throws Exception {
        var health = get("/actuator/health");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body())
                .contains(
                        "127.0.0.1:" + context.getBean(XdsEndpoint.class).port(), "waiting for Kafka", "\"envoys\":0");
        assertThat(get("/actuator/health/readiness").statusCode()).isEqualTo(200);
    }

    @Test
    void it_shows_its_metrics() throws Exception {
        assertThat(get("/actuator/prometheus").body())
                .contains(
                        "redliner_redirector_envoys",
                        "redliner_redirector_heartbeats_total",
                        "redliner_redirector_lease_renewals_total",
                        "redliner_redirector_order_to_ack_seconds_count");
    }

    @Test
    void it_serves_the_bootstrap_of_a_pool_that_it_knows() throws Exception {
        var bootstrap = get("/xds/v1/pools/checkout/bootstrap?node=a%22%0Ab:%20c&adminPort=9999");
        assertThat(bootstrap.statusCode()).isEqualTo(200);
        assertThat(bootstrap.headers().firstValue("content-type").orElse("")).startsWith("text/yaml");
        assertThat(bootstrap.body())
                .contains(
                        "port_value: 9999",
                        "port_value: " + context.getBean(XdsEndpoint.class).port())
                .doesNotContain("\nb: c");
        assertThat(get("/xds/v1/pools/checkout/bootstrap?adminPort=99999").statusCode())
                .isEqualTo(400);
        assertThat(get("/xds/v1/pools/nobody/bootstrap").statusCode()).isEqualTo(404);
    }

    @Test
    void a_bootstrap_has_the_admin_port_that_the_pool_says_where_its_envoys_are_asked() throws Exception {
        Pool plain = Samples.pool("web");
        var settings = plain.envoy();
        context.getBean(OrderHandler.class)
                .learn(Samples.declared(new Pool(
                        "web",
                        plain.tier(),
                        plain.hosts(),
                        plain.sut(),
                        plain.baselineShare(),
                        plain.maxShare(),
                        plain.userHeader(),
                        new EnvoySettings(
                                settings.mode(),
                                settings.listenAddress(),
                                settings.listenPort(),
                                List.of(URI.create("http://127.0.0.1:7901"))))));
        assertThat(get("/xds/v1/pools/web/bootstrap").body())
                .contains("port_value: 7901")
                .doesNotContain("port_value: 9901");
        assertThat(get("/xds/v1/pools/checkout/bootstrap").body()).contains("port_value: 9901");
    }

    @Test
    void its_defaults_are_the_documented_ones() {
        var properties = context.getBean(RedirectorProperties.class);
        assertThat(properties.id()).isEmpty();
        assertThat(properties.ttl()).isEqualTo(Duration.ofSeconds(3));
        assertThat(properties.maxValidity()).isEqualTo(Duration.ofSeconds(10));
        assertThat(properties.readBack()).isEqualTo(Duration.ofMinutes(10));
        assertThat(properties.xds().address()).isEqualTo("127.0.0.1");
        assertThat(properties.tls()).isNull();
    }
}
