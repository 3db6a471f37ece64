package dev.redliner.analyzer;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The analyzer as a process of its own. */
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
