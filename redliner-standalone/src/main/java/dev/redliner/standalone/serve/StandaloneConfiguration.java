package dev.redliner.standalone.serve;

import dev.redliner.analyzer.AnalyzerConfiguration;
import dev.redliner.collector.CollectorConfiguration;
import dev.redliner.controller.ControllerConfiguration;
import dev.redliner.redirector.RedirectorConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Combines the four parts that can also run as separate processes. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    CollectorConfiguration.class,
    AnalyzerConfiguration.class,
    RedirectorConfiguration.class,
    ControllerConfiguration.class
})
class StandaloneConfiguration {}
