package dev.redliner.controller.service;

import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The catalog of services. Every {@link CatalogListener} bean is notified of its changes. */
@Configuration(proxyBeanMethods = false)
public class ServiceConfiguration {
    @Bean
    ReadServices serviceReader() {
        return new ReadServices();
    }

    @Bean
    ServiceCatalog serviceCatalog(JdbcClient jdbc, ObjectProvider<CatalogListener> listeners) {
        return new JdbcServiceCatalog(
                jdbc, InstantSource.system(), listeners.orderedStream().toList());
    }
}
