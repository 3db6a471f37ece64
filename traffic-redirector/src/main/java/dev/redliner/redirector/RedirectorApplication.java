package dev.redliner.redirector;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** The redirector as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(RedirectorConfiguration.class)
public class RedirectorApplication {
    /** Starts it; settings as in {@code redirector.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(RedirectorApplication.class)
                .properties("spring.config.name=redirector,application")
                .run(arguments);
    }
}
