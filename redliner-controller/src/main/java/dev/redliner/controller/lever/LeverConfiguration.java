package dev.redliner.controller.lever;

import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.settings.DataFolder;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The safety lever. Every {@link LeverListener} bean is notified when it is engaged. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LeverSettings.class, DataFolder.class})
public class LeverConfiguration {
    @Bean
    SharedLever safetyLever(
            JdbcClient jdbc,
            AuditLog audit,
            LeverSettings settings,
            DataFolder folder,
            ObjectProvider<LeverListener> listeners,
            MeterRegistry meters) {
        var lever = new SharedLever(
                new LeverTable(jdbc),
                new LeverFile(settings.note(folder)),
                audit,
                InstantSource.system(),
                listeners::orderedStream);
        Gauge.builder("redliner.safety.lever.engaged", lever, it -> it.engaged().isPresent() ? 1 : 0)
                .description("Safety lever: 1 while it is engaged and no run can begin, otherwise 0")
                .register(meters);
        return lever;
    }
}
