package dev.redliner.controller.capacity;

import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.traffic.PeakTraffic;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The plans of hosts. They require the catalog of services, the runs in the database and the traffic. */
@Configuration(proxyBeanMethods = false)
public class CapacityConfiguration {
    @Bean
    HostsPlans hostsPlans(ServiceCatalog catalog, ReadServices reader, JdbcClient jdbc, PeakTraffic peaks) {
        return new HostsPlans(
                catalog, reader, new RunSummaries(jdbc, JsonMapper.builder().build()), peaks);
    }
}
