package dev.redliner.collector;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Runs the collector as a separate process. Its own settings are in {@code collector.yaml}, the user's in
 * {@code application.yaml}.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(CollectorConfiguration.class)
public class CollectorApplication {
    public static void main(String[] args) {
        var application = new SpringApplication(CollectorApplication.class);
        application.setDefaultProperties(Map.of("spring.config.name", "collector,application"));
        application.run(args);
    }
}
