package dev.redliner.standalone.serve;

import dev.redliner.analyzer.AnalyzerConfiguration;
import dev.redliner.collector.CollectorConfiguration;
import dev.redliner.controller.ControllerConfiguration;
import dev.redliner.redirector.RedirectorConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The same four parts that also run as processes of their own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    CollectorConfiguration.class,
    AnalyzerConfiguration.class,
    RedirectorConfiguration.class,
    ControllerConfiguration.class
})
class StandaloneConfiguration {}
