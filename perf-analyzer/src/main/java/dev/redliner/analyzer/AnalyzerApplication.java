package dev.redliner.analyzer;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** Runs the analyzer as a separate process. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(AnalyzerConfiguration.class)
public class AnalyzerApplication {
    public static void main(String[] args) {
        new SpringApplicationBuilder(AnalyzerApplication.class)
                .properties("spring.config.name=analyzer,application")
                .run(args);
    }
}
