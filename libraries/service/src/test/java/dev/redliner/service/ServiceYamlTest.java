package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.pool.WithoutUser;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceYamlTest {

    @Test
    void the_pool_of_a_text_that_an_earlier_version_took_is_read_whatever_its_rules_and_limits_are() throws Exception {
        for (String part : List.of(
                "unknownFor: 20s|unknownFor: 5m",
                "window: 10s|window: 2h",
                "pass: latency.p99|pass: latency.p1000000",
                "targetRps: 5000|levitates: true",
                "sampling: {|sampling: {nearRedline: 1ms, ",
                "rules:|regulations:")) {
            String[] change = part.split("\\|");
            String text = ServiceDocuments.with(change[0], change[1]);
            assertThatThrownBy(() -> ServiceYaml.parse(null, text)).as(part).isInstanceOf(InvalidService.class);
            assertThat(ServiceYaml.pool(text))
                    .as(part)
                    .isEqualTo(
                            ServiceYaml.parse(null, ServiceDocuments.CHECKOUT).pool());
        }
        assertThatThrownBy(() -> ServiceYaml.pool(ServiceDocuments.with("sut: checkout-7", "sut: checkout-8")))
                .isInstanceOf(InvalidService.class)
                .hasMessageContaining("'checkout-8' is none of the hosts");
        String twice =
                ServiceDocuments.with("admin: [http://127.0.0.1:8781]", "admin: [http://a:9901, http://a:9901/]");
        assertThat(ServiceYaml.pool(twice).envoy().admins()).containsExactly(URI.create("http://a:9901"));
        assertThatThrownBy(() -> ServiceYaml.pool("[]")).isInstanceOf(InvalidService.class);
    }

    @Test
    void the_full_form_is_read_as_written() throws InvalidService {
        ServiceDefinition service = ServiceYaml.parse("checkout.yaml", ServiceDocuments.CHECKOUT);
        assertThat(service.name()).isEqualTo("checkout");
        assertThat(service.pool().tier()).isEqualTo(Tier.BACK_END);
        assertThat(service.pool().hosts())
                .containsExactly(
                        new Host("checkout-1", "10.0.0.1", 8080, null),
                        new Host("checkout-2", "10.0.0.2", 8080, URI.create("http://10.0.0.2:9090/metrics")),
                        new Host("checkout-7", "::1", 8080, null));
        assertThat(service.pool().sut()).containsExactly("checkout-7");
        assertThat(service.pool().baselineShare()).isEqualTo(new Share(100_000));
        assertThat(service.pool().maxShare()).isEqualTo(new Share(600_000));
        assertThat(service.pool().envoy().admins()).containsExactly(URI.create("http://127.0.0.1:8781"));
        assertThat(service.rules()).hasSize(2);
        assertThat(service.rules().get(0).window()).isEqualTo(Duration.ofSeconds(10));
        assertThat(service.rules().get(0).failFor()).isEqualTo(new FailFor(2, 3));
        assertThat(service.rules().get(1).onFail()).isEqualTo(OnFail.REPORT);
        assertThat(service.limits())
                .isEqualTo(new Limits(Duration.ofMinutes(15), 0.005, Duration.ofSeconds(20), Duration.ofMinutes(5)));
        assertThat(service.targetRps()).isEqualTo(5000);
    }

    @Test
    void what_cannot_be_measured_can_be_declared() throws InvalidService {
        Limits declared = ServiceYaml.parse(
                        null,
                        ServiceDocuments.with(
                                "unknownFor: 20s", "unknownFor: 20s, peersMayGrow: 60%, restartsUnseen: accept"))
                .limits();
        assertThat(declared.peersMayGrow()).isEqualTo(0.6);
        assertThat(declared.restartsUnseen()).isTrue();
        assertThat(Limits.DEFAULT.peersMayGrow()).isNull();
        assertThat(Limits.DEFAULT.restartsUnseen()).isFalse();
    }

    @Test
    void the_patience_and_the_peers_growth_have_bounds() {
        for (String limit :
                List.of("unknownFor: 3m", "unknownFor: 500ms", "peersMayGrow: 1100%", "restartsUnseen: maybe")) {
            String yaml = ServiceDocuments.with("unknownFor: 20s", limit);
            assertThatThrownBy(() -> ServiceYaml.parse(null, yaml)).as(limit).isInstanceOf(InvalidService.class);
        }
    }

    @Test
    void several_hosts_can_be_the_sut_and_have_their_even_part_of_the_traffic_unless_it_says_otherwise()
            throws InvalidService {
        String set = ServiceDocuments.with("sut: checkout-7", "sut: [checkout-7, checkout-1]")
                .replace("maxShare: 60%", "maxShare: 80%");
        Pool declared = ServiceYaml.parse(null, set).pool();
        assertThat(declared.sut()).containsExactly("checkout-7", "checkout-1");
        assertThat(declared.peers()).containsExactly("checkout-2");
        assertThat(declared.baselineShare()).isEqualTo(new Share(100_000));
        Pool even = ServiceYaml.parse(null, set.replace("  baselineShare: 1/10\n", ""))
                .pool();
        assertThat(even.baselineShare()).isEqualTo(Share.ofFraction(2.0 / 3));
    }

    @Test
    void what_is_left_out_has_its_default() throws InvalidService {
        ServiceDefinition service = ServiceYaml.parse(
                null,
                """
                {service: s, tier: front-end, pool: {hosts: ['a=h:1', 'b=h:2'], sut: a, maxShare: 0.9},
                 rules: [{id: r, pass: 'error_rate <= 0.01'}]}
                """);
        assertThat(service.pool().userHeader()).isEqualTo("x-user-id");
        assertThat(service.pool().userCookie()).isNull();
        assertThat(service.pool().withoutUser()).isEqualTo(WithoutUser.PEERS);
        assertThat(service.pool().baselineShare()).isEqualTo(new Share(500_000));
        assertThat(service.pool().envoy().mode()).isEqualTo(Mode.FULL);
        assertThat(service.pool().envoy().listenPort()).isEqualTo(8780);
        assertThat(service.rules().get(0).window()).isEqualTo(Duration.ofSeconds(30));
        assertThat(service.rules().get(0).failFor()).isEqualTo(FailFor.ONCE);
        assertThat(service.rules().get(0).onFail()).isEqualTo(OnFail.BACK_OFF);
        assertThat(service.limits()).isEqualTo(Limits.DEFAULT);
        assertThat(service.sampling()).isEqualTo(Sampling.DEFAULT);
        assertThat(service.targetRps()).isNull();
        assertThat(service.profile()).isEqualTo("default");
    }

    @Test
    void users_may_be_named_by_a_cookie() throws InvalidService {
        Pool pool = ServiceYaml.parse(
                        null,
                        """
                        {service: s, tier: front-end, pool: {hosts: ['a=h:1', 'b=h:2'], sut: a, maxShare: 0.9,
                         userCookie: sid.v2, withoutUser: random}, rules: [{id: r, pass: 'error_rate <= 0.01'}]}
                        """)
                .pool();
        assertThat(pool.userHeader()).isNull();
        assertThat(pool.userCookie()).isEqualTo("sid.v2");
        assertThat(pool.withoutUser()).isEqualTo(WithoutUser.RANDOM);
    }

    @Test
    void wrong_sources_of_users_are_named() {
        String front = "{service: s, tier: front-end, pool: {hosts: ['a=h:1', 'b=h:2'], sut: a, maxShare: 0.9, %s},"
                + " rules: [{id: r, pass: 'error_rate <= 0.01'}]}";
        assertThatThrownBy(() -> ServiceYaml.parse("f", front.formatted("userHeader: x, userCookie: sid")))
                .hasMessageContaining("users have a userCookie too; one of the two");
        assertThatThrownBy(() -> ServiceYaml.parse("f", front.formatted("userCookie: 'sid=\"'")))
                .hasMessageContaining("is not the name of a cookie; letters, digits, -, _ and .");
        assertThatThrownBy(() -> ServiceYaml.parse("f", front.formatted("withoutUser: peer")))
                .hasMessageContaining("'peer' is unknown")
                .hasMessageContaining("peers");
        String back = front.replace("front-end", "back-end");
        assertThatThrownBy(() -> ServiceYaml.parse("f", back.formatted("userCookie: sid, withoutUser: random")))
                .hasMessageContaining("a back-end pool has no userCookie")
                .hasMessageContaining("a back-end pool has no users");
    }

    @Test
    void by_default_a_rule_needs_as_many_requests_as_its_percentile_means_something_for() throws InvalidService {
        ServiceDefinition service = ServiceYaml.parse(
                null,
                """
                service: s
                pool: {hosts: ['a=h:1', 'b=h:2'], sut: a, maxShare: 0.9}
                rules:
                  - {id: p99, pass: 'latency.p99 <= duration("1s") && latency.p50 <= duration("1s")'}
                  - {id: p95, pass: 'latency.p95 <= duration("1s")'}
                  - {id: p999, pass: 'latency.p999 <= duration("1s")'}
                  - {id: errors, pass: 'error_rate <= 0.01'}
                  - {id: cpu, pass: 'host.cpu <= 0.8'}
                  - {id: peers, pass: 'peers.latency.p99 <= duration("1s")'}
                  - {id: own, pass: 'latency.p99 <= duration("1s")', minSamples: 0}
                """);
        assertThat(service.rules())
                .extracting(rule -> rule.id() + " " + rule.minSamples())
                .containsExactly("p99 100", "p95 20", "p999 1000", "errors 10", "cpu 0", "peers 0", "own 0");
    }

    @Test
    void a_service_may_be_searched_gently() throws InvalidService {
        ServiceDefinition service = ServiceYaml.parse(
                null,
                """
                {service: s, profile: gentle, pool: {hosts: ['a=h:1', 'b=h:2'], sut: a, maxShare: 0.9},
                 rules: [{id: r, pass: 'error_rate <= 0.01'}]}
                """);
        assertThat(service.profile()).isEqualTo("gentle");
    }

    static List<Arguments> wrong() {
        return List.of(
                Arguments.of(
                        "service: checkout",
                        "service: check out",
                        "f:1:10: 'check out' is not a service name; letters, digits, - and _, 63 at most"),
                Arguments.of("service: checkout", "service: 42", "f:1:10: must be text, not 42; such as checkout"),
                Arguments.of("service: checkout\n", "", "f:1:1: 'service' is missing; its name, such as checkout"),
                Arguments.of(
                        "tier: back-end", "tier: backend", "f:2:7: 'backend' is unknown; did you mean 'back-end'?"),
                Arguments.of(
                        "tier: back-end",
                        "tier: back-end\ntier: back-end",
                        "f:3:1: key 'tier' is there twice; keep one of them"),
                Arguments.of(
                        "tier: back-end",
                        "tier: [back-end]",
                        "f:2:7: must be text, not a list; one of back-end, front-end"),
                Arguments.of(
                        "admin: [http://127.0.0.1:8781]",
                        "statistics: [{page: edge-1, node: edge-1}, {node: 7}]",
                        "f:11:65: 'edge-1' is not an http address; such as http://10.0.0.1:9090/metrics\n"
                                + "f:11:88: 'page' is missing; such as {page: http://10.0.0.7:15090/stats/prometheus,"
                                + " node: edge-1}\n"
                                + "f:11:95: must be text, not 7; the id in the Envoy's bootstrap, such as edge-1"),
                Arguments.of(
                        "admin: [http://127.0.0.1:8781]",
                        "statistics: [{page: http://a/p, node: a}, {page: http://b/p, node: a}, {page: http://a/p, node: c}]",
                        "f:11:87: node 'a' is there twice; each Envoy once, with an id of its own\n"
                                + "f:11:116: page 'http://a/p' is there twice; each Envoy once, with a page of its own"),
                Arguments.of(
                        "admin: [http://127.0.0.1:8781]",
                        "admin: [http://a:9901, http://b:9901, http://A:9901/]",
                        "f:11:83: the address 'http://A:9901/' is there twice; each Envoy once"),
                Arguments.of(
                        "admin: [http://127.0.0.1:8781]",
                        "statistics: [{page: http://a/p#top, node: a}]",
                        "f:11:58: the page 'http://a/p#top' has a fragment or a user; such as"
                                + " {page: http://10.0.0.7:15090/stats/prometheus, node: edge-1}"),
                Arguments.of("limits:", "limit:", "f:20:1: unknown key 'limit'; did you mean 'limits'?"),
                Arguments.of(
                        "checkout-1=10.0.0.1:8080",
                        "checkout-1=10.0.0.1",
                        "f:5:7: '10.0.0.1' is not address:port; write id=address:port, such as"
                                + " checkout-1=10.0.0.1:8080"),
                Arguments.of(
                        "checkout-1=10.0.0.1:8080",
                        "checkout-1",
                        "f:5:7: host 'checkout-1' has no address; write id=address:port, such as"
                                + " checkout-1=10.0.0.1:8080, or envoy: {mode: runtime-only}"),
                Arguments.of(
                        "checkout-1=10.0.0.1:8080",
                        "checkout-7=10.0.0.1:8080",
                        "f:7:7: host 'checkout-7' is there twice; each id once"),
                Arguments.of(
                        "id: checkout-2, ",
                        "name: checkout-2, ",
                        "f:6:7: 'id' is missing; a name that is unique in the pool\n"
                                + "f:6:8: unknown key 'name'; known are address, id, metrics"),
                Arguments.of(
                        "http://10.0.0.2:9090/metrics",
                        "ftp://10.0.0.2/metrics",
                        "f:6:59: 'ftp://10.0.0.2/metrics' is not an http address; such as"
                                + " http://10.0.0.1:9090/metrics"),
                Arguments.of(
                        "sut: checkout-7",
                        "sut: checkout-77",
                        "f:8:8: 'checkout-77' is none of the hosts; did you mean 'checkout-7'?"),
                Arguments.of(
                        "sut: checkout-7",
                        "sut: [checkout-1, checkout-2, checkout-7]",
                        "f:8:8: every host is a SUT; leave a host for the rest of the traffic"),
                Arguments.of("sut: checkout-7", "sut: []", "f:8:8: no host to measure; the id of a host"),
                Arguments.of(
                        "sut: checkout-7",
                        "sut: [checkout-7, checkout-1, checkout-7]",
                        "f:8:33: 'checkout-7' is there twice; each id once"),
                Arguments.of("sut: checkout-7\n", "\n", "f:4:3: 'sut' is missing; the ids of the hosts to measure"),
                Arguments.of(
                        "baselineShare: 1/10",
                        "baselineShare: 10 of 100",
                        "f:9:18: '10 of 100' is not a fraction; such as 10%, 1/10 or 0.1"),
                Arguments.of(
                        "baselineShare: 1/10",
                        "baselineShare: 70%",
                        "f:10:13: 60% is below the baselineShare of 70%; the ramp goes upwards"),
                Arguments.of(
                        "maxShare: 60%",
                        "maxShare: 160%", "f:10:13: a share is above 0 and up to 100%; such as 10%, 1/10 or 0.1"),
                Arguments.of(
                        "maxShare: 60%",
                        "maxShare: 60%\n  userHeader: x-user-id",
                        "f:11:15: a back-end pool has no userHeader; leave it out, or tier: front-end"),
                Arguments.of(
                        "mode: full",
                        "mode: runtime-only",
                        "f:11:37: in mode runtime-only Redliner owns no listener; leave it out"),
                Arguments.of(
                        "listen: 127.0.0.1:8780",
                        "listen: 8780",
                        "f:11:29: '8780' is not address:port; such as 127.0.0.1:8780"),
                Arguments.of(
                        "window: 10s",
                        "window: 10",
                        "f:15:13: '10' is not a duration; such as 30s, 200ms, 15m or 1m30s"),
                Arguments.of("window: 10s", "window: 2h", "f:15:13: a window is 1s to 1h long; such as 30s"),
                Arguments.of(
                        "window: 10s",
                        "window: 30m",
                        "f:15:13: a window has at most 3000 samples, and this one would have 9000; at most 600s, or a"
                                + " sampling.nearRedline of at least 600ms"),
                Arguments.of(
                        "minSamples: 1000",
                        "minSamples: -1",
                        "f:16:17: '-1' is not a count; a whole number from 0, such as 1000"),
                Arguments.of(
                        "failFor: 2 of 3",
                        "failFor: 3 of 2",
                        "f:17:14: '3 of 2' is not of the form 'n of m'; such as 2 of 3"),
                Arguments.of(
                        "failFor: 2 of 3",
                        "clearFor: 0 of 3",
                        "f:17:15: '0 of 3' is not of the form 'n of m'; such as 3 of 3"),
                Arguments.of(
                        "onFail: back-off",
                        "onFail: backoff",
                        "f:18:13: 'backoff' is unknown; did you mean 'back-off'?"),
                Arguments.of(
                        "onFail: back-off",
                        "onFail: stop",
                        "f:13:3: no rule has onFail: back-off; the redline is the load at which such a rule gives out"),
                Arguments.of("id: cpu", "id: p99", "f:19:10: rule 'p99' is there twice; each id once"),
                Arguments.of(
                        "latency.p99 <= duration(\"200ms\") &&",
                        "latency.p99 <= 200 &&",
                        "f:14:23: compares duration with int; a latency is compared with a duration, such as"
                                + " duration(\"200ms\")"),
                Arguments.of(
                        "error_rate <= percent(0.1)",
                        "eror_rate <= percent(0.1)",
                        "f:14:47: there is no metric eror_rate; did you mean error_rate?"),
                Arguments.of(
                        "harmBudget: 0.5%",
                        "harmBudget: 0", "f:20:40: harmBudget 0.0 is not above 0 and up to 1; such as 0.5%"),
                Arguments.of(
                        "maxDuration: 15m", "maxDuration: 5s", "f:20:23: maxDuration PT5S is below 30 s; at least 30s"),
                Arguments.of(
                        "nearRedline: 200ms",
                        "nearRedline: 2s",
                        "f:21:39: nearRedline PT2S is above interval PT1S; 100ms up to the interval"),
                Arguments.of(
                        "nearRedline: 200ms",
                        "nearRedline: 200 ms",
                        "f:21:39: '200 ms' is not a duration; such as 30s, 200ms, 15m or 1m30s"),
                Arguments.of(
                        "targetRps: 5000", "profile: gentel", "f:22:10: 'gentel' is unknown; did you mean 'gentle'?"),
                Arguments.of(
                        "targetRps: 5000", "targetRps: many", "f:22:12: 'many' is not a positive number; such as 5000"),
                Arguments.of(
                        "targetRps: 5000", "targetRps: -5", "f:22:12: '-5' is not a positive number; such as 5000"),
                Arguments.of(
                        "sampling: {interval: 1s",
                        "sampling: {interval: !!str 1s",
                        "f:21:22: tags (!) are not read; leave the tag out, or quote the text"),
                Arguments.of(
                        "targetRps: 5000",
                        "targetRps: 5000\n---\nservice: other",
                        "f:23:1: a second document; one file declares one service"),
                Arguments.of(
                        "pool:\n",
                        "pool\n",
                        "f:4:8: not YAML: could not find expected ':'; while scanning a simple key"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void a_mistake_is_named_at_its_place(String part, String replacement, String expected) {
        InvalidService invalid = catchThrowableOfType(
                InvalidService.class, () -> ServiceYaml.parse("f", ServiceDocuments.with(part, replacement)));
        assertThat(invalid.getMessage()).isEqualTo(expected);
    }

    static List<Arguments> shortForms() {
        return List.of(
                Arguments.of("metric: latency.p99, max: 200ms", "latency.p99 <= duration(\"200ms\")"),
                Arguments.of("metric: peers.latency.mean, max: 1m30s", "peers.latency.mean <= duration(\"1m30s\")"),
                Arguments.of("metric: error_rate, max: 0.1%", "error_rate <= percent(0.1)"),
                Arguments.of("metric: error_rate, max: 1/1000", "error_rate <= 0.001"),
                Arguments.of("metric: host.cpu, max: 0.85", "host.cpu <= 0.85"),
                Arguments.of("metric: host.cpu, max: 1", "host.cpu <= 1"),
                Arguments.of("metric: rps, min: 100", "rps >= 100"),
                Arguments.of("metric: app.threads_busy_ratio, max: 80 %", "app.threads_busy_ratio <= percent(80)"),
                Arguments.of("metric: app.queue, min: 2, max: 7.5", "app.queue <= 7.5 && app.queue >= 2"));
    }

    @ParameterizedTest
    @MethodSource("shortForms")
    void the_short_form_is_an_expression(String form, String expression) throws InvalidService {
        RuleSpec rule = ServiceYaml.parse(
                        null, ServiceDocuments.with("id: cpu, pass: 'host.cpu < percent(85.0)'", form))
                .rules()
                .get(1);
        assertThat(rule.pass()).isEqualTo(expression);
        assertThat(form).startsWith("metric: " + rule.id() + ",");
        assertThat(rule.onFail()).isEqualTo(OnFail.REPORT);
    }

    static List<Arguments> wrongShortForms() {
        return List.of(
                Arguments.of(
                        "metric: latency.p99, max: 200",
                        "f:19:32: '200' is not a duration; write the unit, such as 200ms"),
                Arguments.of(
                        "metric: latency.p99, max: 1%", "f:19:32: '1%' is not a duration; such as 200ms, 1.5s or 2m"),
                Arguments.of(
                        "metric: error_rate, max: 200ms",
                        "f:19:31: '200ms' is not a fraction; such as 10%, 1/10 or 0.1"),
                Arguments.of(
                        "metric: host.cpu, max: 85",
                        "f:19:29: the metric is a fraction from 0 to 1 and never reaches 85; write 85% or a decimal"),
                Arguments.of(
                        "metric: host.memory.used, max: 120%",
                        "f:19:37: the metric is a fraction from 0 to 1 and never reaches 120%"),
                Arguments.of("metric: rps, max: 80%", "f:19:24: '80%' is not a number; such as 500"),
                Arguments.of("metric: rps, max: .inf", "f:19:24: '.inf' is not a number; such as 500"),
                Arguments.of("metric: rps, max: .nan", "f:19:24: '.nan' is not a number; such as 500"),
                Arguments.of(
                        "metric: app.queue, max: 5s",
                        "f:19:30: '5s' is not a number; in the metric's own unit, such as 500, 0.8 or 80%"),
                Arguments.of(
                        "metric: latency.p9, max: 1s",
                        "f:19:14: there is no metric latency.p9; did you mean latency.p99?"),
                Arguments.of(
                        "metric: latency.p99",
                        "f:19:14: 'max' or 'min' is missing; such as {metric: latency.p99, max: 200ms}"),
                Arguments.of(
                        "id: p50, max: 200ms",
                        "f:19:5: 'metric' is missing; such as {metric: latency.p99, max: 200ms}"),
                Arguments.of(
                        "id: p50, metric: latency.p50, pass: 'rps > 1', max: 200ms",
                        "f:19:23: a rule has either 'pass' or 'metric'; keep one of them, or join the conditions"
                                + " with &&"),
                Arguments.of(
                        "metric: baseline.latency.p50, max: 2s, id: p99",
                        "f:19:49: rule 'p99' is there twice; each id once"));
    }

    @ParameterizedTest
    @MethodSource("wrongShortForms")
    void a_mistake_in_a_short_form_is_named_at_its_place(String form, String expected) {
        String text = ServiceDocuments.with("id: cpu, pass: 'host.cpu < percent(85.0)'", form);
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse("f", text));
        assertThat(invalid.getMessage()).isEqualTo(expected);
    }

    @Test
    void the_recipes_of_the_documentation_are_accepted() throws Exception {
        String docs = Files.readString(Path.of("../../docs/configuration.md"));
        String after = docs.substring(docs.indexOf("### Recipes"));
        String recipes = after.substring(after.indexOf("```yaml\n") + 8, after.indexOf("\n```\n") + 1);
        String checkout = ServiceDocuments.CHECKOUT;
        String document = checkout.substring(0, checkout.indexOf("rules:"))
                + recipes
                + checkout.substring(checkout.indexOf("limits:"));
        assertThat(ServiceYaml.parse(null, document).rules()).hasSizeGreaterThan(9);
    }

    @Test
    void thousands_of_rules_are_one_mistake() {
        String rules = "  - {id: r, metric: latency.p99, max: 200ms}\n".repeat(5_000);
        String text = ServiceDocuments.with("rules:\n", "rules:\n" + rules);
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse("f", text));
        assertThat(invalid.getMessage()).isEqualTo("f:13:3: 5002 rules; at most 50");
    }

    @Test
    void hundreds_of_mistakes_are_cut_off() {
        String host = "    - checkout-1=10.0.0.1\n".repeat(1_000);
        String text = ServiceDocuments.with("  hosts:\n", "  hosts:\n" + host);
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse("f", text));
        assertThat(invalid.problems()).hasSize(100);
    }

    @Test
    void a_rule_clears_as_declared_or_as_soon_as_it_no_longer_fails_often_enough() throws InvalidService {
        RuleSpec declared = ServiceYaml.parse(
                        null, ServiceDocuments.with("failFor: 2 of 3", "failFor: 2 of 3\n    clearFor: 3 of 4"))
                .rules()
                .get(0);
        RuleSpec usual = ServiceYaml.parse(null, ServiceDocuments.with("failFor: 2 of 3", "failFor: 4 of 5"))
                .rules()
                .get(0);
        assertThat(declared.failFor()).isEqualTo(new FailFor(2, 3));
        assertThat(declared.clearFor()).isEqualTo(new ClearFor(3, 4));
        assertThat(usual.clearFor()).isEqualTo(new ClearFor(2, 5));
    }

    @Test
    void a_file_of_another_kind_is_quoted_in_part() {
        InvalidService invalid = catchThrowableOfType(
                InvalidService.class, () -> ServiceYaml.parse("f", "root:x:0:0:root:/root:/bin/bash".repeat(100)));
        assertThat(invalid.getMessage())
                .startsWith("f:1:1: must be a mapping, not 'root:x:0:0:root:/root:/bin/bashroot:x:0:…'; it begins");
    }

    @Test
    void all_mistakes_come_at_once_in_the_order_of_the_document() {
        String text = ServiceDocuments.CHECKOUT
                .replace("tier: back-end", "teir: back-end")
                .replace("sut: checkout-7", "sut: checkout-9")
                .replace("window: 10s", "window: 10 sec")
                .replace("0.5%", "half");
        InvalidService invalid =
                catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse("checkout.yaml", text));
        assertThat(invalid.problems()).extracting(Problem::line).containsExactly(2, 8, 15, 20);
        assertThat(invalid.problems())
                .extracting(Problem::pointer)
                .containsExactly("/teir", "/pool/sut", "/rules/0/window", "/limits/harmBudget");
    }

    @Test
    void the_text_shows_the_line_with_a_caret_below_the_place() {
        InvalidService invalid = catchThrowableOfType(
                InvalidService.class,
                () -> ServiceYaml.parse("checkout.yaml", ServiceDocuments.with("onFail: back", "onfail: back")));
        assertThat(invalid.text())
                .startsWith(
                        """
                checkout.yaml:18:5: unknown key 'onfail'; did you mean 'onFail'?
                        onfail: back-off
                        ^""");
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void a_rule_s_mistake_is_found_inside_of_any_yaml_string(String scalar, int line, int column) {
        String text = ServiceDocuments.with("'host.cpu < percent(85.0)', onFail: report}", scalar + "}");
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse(null, text));
        assertThat(invalid.problems()).hasSize(1);
        assertThat(invalid.problems().get(0).message()).contains("eror_rate");
        assertThat(invalid.problems().get(0))
                .extracting(Problem::line, Problem::column)
                .containsExactly(line, column);
    }

    static List<Arguments> expressions() {
        return List.of(
                Arguments.of("eror_rate < 0.5", 19, 21),
                Arguments.of("'eror_rate < 0.5'", 19, 22),
                Arguments.of("'1 == 1 && eror_rate < 0.5'", 19, 32),
                Arguments.of("\"1 == 1 \\u0026& eror_rate < 0.5\"", 19, 37),
                Arguments.of("'1 == 1 &&\n      eror_rate < 0.5'", 20, 7));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void a_mistake_in_a_block_scalar_is_found_by_its_line(String style) {
        String text = ServiceDocuments.with(
                "pass: latency.p99 <= duration(\"200ms\") && error_rate <= percent(0.1)",
                "pass: " + style + "\n        latency.p99 <= duration(\"200ms\") &&\n          eror_rate <= 0.1");
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse(null, text));
        assertThat(invalid.problems()).hasSize(1);
        assertThat(invalid.problems().get(0))
                .extracting(Problem::line, Problem::column)
                .containsExactly(16, 11);
    }

    static List<String> blocks() {
        return List.of("|", ">", ">-", "|+");
    }

    @Test
    void an_alias_bomb_is_refused_before_it_grows() {
        StringBuilder bomb = new StringBuilder("a: &a [x, x]\n");
        for (char c = 'b'; c < 'z'; c++) {
            String before = "*" + (char) (c - 1);
            bomb.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [")
                    .append((before + ", ").repeat(9))
                    .append(before)
                    .append("]\n");
        }
        InvalidService invalid =
                catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse(null, bomb.toString()));
        assertThat(invalid.getMessage()).isEqualTo("1:4: anchors and aliases are not read; write the value out");
    }

    @Test
    void a_huge_document_is_refused() {
        String huge = "x".repeat(YamlComposer.MAX_CHARACTERS + 1);
        InvalidService invalid = catchThrowableOfType(InvalidService.class, () -> ServiceYaml.parse(null, huge));
        assertThat(invalid.getMessage()).contains("at most 262144 are read");
    }

    @Test
    void deep_nesting_is_refused() {
        InvalidService invalid = catchThrowableOfType(
                InvalidService.class, () -> ServiceYaml.parse(null, "pool: " + "[".repeat(50_000)));
        assertThat(invalid.getMessage()).contains("nested more than 16 deep");
    }

    @Test
    void an_escape_sequence_in_a_document_does_not_reach_the_terminal() {
        InvalidService invalid = catchThrowableOfType(
                InvalidService.class, () -> ServiceYaml.parse(null, "service: \u001b[2Jcheckout\n"));
        assertThat(invalid.text()).doesNotContain("\u001b").contains("U+001B");
    }
}
