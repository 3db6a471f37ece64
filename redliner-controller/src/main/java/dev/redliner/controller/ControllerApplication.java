package dev.redliner.controller;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Import;

/** Runs the controller as a separate process. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(ControllerConfiguration.class)
public class ControllerApplication {
    /** Starts the controller with the settings of {@code controller.yaml}. */
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(ControllerApplication.class)
                .properties("spring.config.name=controller,application")
                .run(arguments);
    }
}
