package dev.redliner.collector;

import dev.redliner.collector.otlp.OtlpEndpoint;
import dev.redliner.collector.otlp.OtlpInbox;
import dev.redliner.http.AddressRange;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
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
    ServletRegistrationBean<OtlpEndpoint> collectorOtlpEndpoint(OtlpInbox otlp, CollectorProperties properties) {
        List<AddressRange> allowed =
                properties.allow().stream().map(AddressRange::parse).toList();
        return new ServletRegistrationBean<>(new OtlpEndpoint(otlp, allowed), OtlpEndpoint.PATH);
    }

    public static void main(String[] args) {
        var application = new SpringApplication(CollectorApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "collector,application"));
        application.run(args);
    }
}
