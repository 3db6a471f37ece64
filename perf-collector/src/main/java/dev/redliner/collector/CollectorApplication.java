package dev.redliner.collector;

import dev.redliner.collector.otlp.OtlpEndpoint;
import dev.redliner.collector.otlp.OtlpGrpcServer;
import dev.redliner.collector.otlp.OtlpInbox;
import dev.redliner.collector.otlp.OtlpPushes;
import dev.redliner.http.AddressRange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Runs the collector as a separate process. Its own settings are in {@code collector.yaml}, the user's in
 * {@code application.yaml}.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(CollectorConfiguration.class)
public class CollectorApplication {
    /** Only here: in the standalone, the port is that of the controller, with its login and its limits. */
    @Bean
    @ConditionalOnBooleanProperty("redliner.collector.otlp.enabled")
    OtlpPushes collectorOtlpPushes(OtlpInbox otlp, CollectorProperties properties) {
        return new OtlpPushes(
                otlp, properties.allow().stream().map(AddressRange::parse).toList());
    }

    @Bean
    @ConditionalOnBooleanProperty("redliner.collector.otlp.enabled")
    ServletRegistrationBean<OtlpEndpoint> collectorOtlpEndpoint(OtlpPushes pushes) {
        return new ServletRegistrationBean<>(new OtlpEndpoint(pushes), OtlpEndpoint.PATH);
    }

    /** A server of its own: Tomcat refuses HTTP/2 as the gRPC of C sends it. */
    @Bean
    @ConditionalOnExpression("'${redliner.collector.otlp.grpc-port:0}'.matches('.*[1-9].*')")
    OtlpGrpcServer collectorOtlpGrpc(
            OtlpPushes pushes,
            CollectorProperties properties,
            @Value("${server.address:127.0.0.1}") InetAddress address) {
        return OtlpGrpcServer.start(
                new InetSocketAddress(address, properties.otlp().grpcPort()), pushes);
    }

    public static void main(String[] args) {
        var application = new SpringApplication(CollectorApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "collector,application"));
        application.run(args);
    }
}
