package dev.redliner.redirector;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** Runs the redirector as a separate process. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(RedirectorConfiguration.class)
public class RedirectorApplication {
    /** Starts the redirector with the settings of {@code redirector.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(RedirectorApplication.class)
                .properties("spring.config.name=redirector,application")
                .run(arguments);
    }
}
