package dev.redliner.controller.traffic;

import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The traffic that is kept. {@link KafkaTraffic} supplies it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TrafficSettings.class)
public class TrafficConfiguration {
    @Bean
    TrafficBook controllerTrafficBook() {
        return new TrafficBook();
    }

    @Bean
    TrafficStore controllerTrafficStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new JdbcTrafficStore(jdbc, new TransactionTemplate(transactions));
    }

    @Bean
    TrafficHistory controllerTrafficHistory(TrafficBook book, TrafficStore store) {
        return new TrafficHistory(book, store);
    }

    @Bean
    PeakTraffic controllerPeakTraffic(TrafficBook book, TrafficStore store) {
        return new PeakTraffic(book, store);
    }

    @Bean
    TrafficKeeper controllerTrafficKeeper(TrafficBook book, TrafficStore store, TrafficSettings settings) {
        return new TrafficKeeper(book, store, settings, InstantSource.system());
    }
}
