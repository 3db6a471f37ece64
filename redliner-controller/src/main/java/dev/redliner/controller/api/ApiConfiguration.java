package dev.redliner.controller.api;

import dev.redliner.controller.access.AccessConfiguration;
import dev.redliner.controller.access.LoginListener;
import dev.redliner.controller.access.oidc.OidcConfiguration;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RecordedRuns;
import dev.redliner.controller.journal.RunSummaries;
import io.swagger.v3.core.converter.ModelConverter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.models.GroupedOpenApi;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.web.util.matcher.RequestMatcher;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * The REST API. It requires a {@link Runs}, a {@link dev.redliner.controller.service.ServiceCatalog}, the audit log,
 * the safety lever, a {@link dev.redliner.controller.restore.Restorer}, the traffic history, the schedules, the
 * calendars, the plans of hosts and the notifications.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({WebSettings.class, ProxySettings.class, EventSettings.class})
@Import({
    ServicesApi.class,
    EnvoyConfigurationsApi.class,
    RunsApi.class,
    DryRunsApi.class,
    RunEventsApi.class,
    LeverApi.class,
    AuditApi.class,
    RestoreApi.class,
    TrafficApi.class,
    SchedulesApi.class,
    FiringsApi.class,
    SchedulePauseApi.class,
    NotificationsApi.class,
    SessionApi.class,
    EventsApi.class,
    CalendarsApi.class,
    PlanApi.class,
    ComparisonApi.class,
    ReplayApi.class,
    MetricsApi.class,
    AccessConfiguration.class,
    OidcConfiguration.class,
    WebErrors.class,
    ApiErrors.class,
    ErrorProblems.class
})
public class ApiConfiguration {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    @Bean
    ProblemAnswers redlinerLoginAnswers() {
        return new ProblemAnswers();
    }

    @Bean
    LoginListener redlinerLoginListener(AuditLog audit) {
        return person -> audit.record(new AuditEntry(
                person.name(), AuditAction.ACCESS_LOGIN, "", "", person.roleNames(), "with the identity provider"));
    }

    @Bean
    RefusalAudit redlinerRefusalAudit(AuditLog audit) {
        return new RefusalAudit(audit);
    }

    @Bean
    RequestMatcher redlinerSignedRequests() {
        return Webhooks.requests();
    }

    @Bean
    RecordedRuns redlinerRecordedRuns(JdbcClient jdbc) {
        return new RecordedRuns(jdbc, JsonMapper.builder().build());
    }

    @Bean
    RunSummaries apiRunSummaries(JdbcClient jdbc) {
        return new RunSummaries(jdbc, JsonMapper.builder().build());
    }

    @Bean
    EventStreams runEventStreams(Runs runs, WebSettings settings) {
        return new EventStreams(runs, settings);
    }

    @Bean
    FilterRegistrationBean<GuardFilter> redlinerGuardFilter(WebSettings settings, ServerProperties server) {
        List<String> published =
                settings.origins().stream().map(PublicOrigin::host).toList();
        Set<String> hosts = Stream.of(LOOPBACK, settings.allowedHosts(), published, names(server.getAddress()))
                .flatMap(List::stream)
                .map(host -> host.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        var registration = new FilterRegistrationBean<>(new GuardFilter(
                new RequestGuard(hosts, settings.origins(), settings.maxBody().toBytes())));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Comes after the guard, and only believes the address of the connection itself. */
    @Bean
    FilterRegistrationBean<ProxyUserFilter> redlinerProxyUserFilter(
            ProxySettings settings, ServerProperties server, Environment environment) {
        if (!settings.trustedProxies().isEmpty() && replacesAddresses(server, environment)) {
            throw new IllegalStateException("redliner.controller.access.trusted-proxies needs the address of the"
                    + " connection, which is replaced by headers here. Set server.forward-headers-strategy to none.");
        }
        var registration = new FilterRegistrationBean<>(new ProxyUserFilter(settings));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }

    /** Without the setting, Spring Boot lets Tomcat replace addresses on cloud platforms such as Kubernetes. */
    private static boolean replacesAddresses(ServerProperties server, Environment environment) {
        ForwardHeadersStrategy strategy = server.getForwardHeadersStrategy();
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return strategy == null
                ? platform != null && platform.isUsingForwardHeaders()
                : strategy != ForwardHeadersStrategy.NONE;
    }

    /** The configured name, or the literal of an IPv4 address. No name is looked up. */
    static List<String> names(@Nullable InetAddress address) {
        return address == null ? List.of() : List.of(new InetSocketAddress(address, 0).getHostString());
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> redlinerProblemsOfTomcat() {
        return factory -> factory.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new ProblemValve()));
    }

    @Bean
    GroupedOpenApi redlinerOpenApiGroup() {
        return GroupedOpenApi.builder().group("v1").pathsToMatch("/api/v1/**").build();
    }

    /** Rejects numbers and texts as booleans. A text field, however, accepts any scalar. */
    @Bean
    JsonMapperBuilderCustomizer redlinerStrictBooleans() {
        return mapper -> mapper.withCoercionConfig(
                LogicalType.Boolean, booleans -> booleans.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail));
    }

    @Bean
    ApiDescription redlinerApiDescription() {
        return new ApiDescription();
    }

    @Bean
    ModelConverter redlinerNullableFields() {
        return new NullableFields();
    }
}
