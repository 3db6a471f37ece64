package dev.redliner.collector;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The collector as a process of its own. Its settings are in {@code collector.yaml}, yours in {@code application.yaml}. */
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
