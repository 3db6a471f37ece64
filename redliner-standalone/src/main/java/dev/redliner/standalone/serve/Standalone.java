package dev.redliner.standalone.serve;

import dev.redliner.redirector.xds.XdsEndpoint;
import dev.redliner.standalone.kafka.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** A running standalone: a Kafka broker and the four parts. Closing it restores every run before anything stops. */
public final class Standalone implements AutoCloseable {
    private final EmbeddedKafka kafka;
    private final ConfigurableApplicationContext context;

    private Standalone(EmbeddedKafka kafka, ConfigurableApplicationContext context) {
        this.kafka = kafka;
        this.context = context;
    }

    /**
     * Starts a standalone for a demo or a test. It ignores settings without effect, which may be for other programs.
     *
     * @throws RuntimeException if a port is taken or the data folder is in use; nothing keeps running then
     */
    public static Standalone start(StandaloneSettings settings) {
        return start(settings, (environment, broker) -> {});
    }

    /**
     * Starts a standalone for {@code redliner serve}.
     *
     * @throws RefusedSetting if a file, an environment variable or a Java system property sets something without effect
     */
    static Standalone serve(StandaloneSettings settings) {
        return start(settings, WithoutEffect::check);
    }

    private static Standalone start(
            StandaloneSettings settings, BiConsumer<ConfigurableEnvironment, String> settingsCheck) {
        try {
            Files.createDirectories(settings.data());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the data folder " + settings.data(), e);
        }
        EmbeddedKafka kafka = EmbeddedKafka.start(settings.data().resolve("kafka"), settings.kafkaPort());
        try {
            return new Standalone(kafka, context(settings, kafka, settingsCheck));
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    private static ConfigurableApplicationContext context(
            StandaloneSettings settings,
            EmbeddedKafka kafka,
            BiConsumer<ConfigurableEnvironment, String> settingsCheck) {
        Map<String, Object> properties = new HashMap<>(settings.properties());
        properties.put("spring.config.name", WithoutEffect.CONFIG_NAME);
        properties.put(StandaloneSettings.DATA, settings.data().toAbsolutePath().toString());
        properties.put("spring.kafka.bootstrap-servers", kafka.bootstrapServers());
        // the broker must outlive the parts, so the caller closes both in order
        return new SpringApplicationBuilder(StandaloneConfiguration.class)
                .registerShutdownHook(false)
                .initializers(context -> {
                    OneDataFolder.check(context.getEnvironment(), settings.data());
                    settingsCheck.accept(context.getEnvironment(), kafka.bootstrapServers());
                })
                .run(properties.entrySet().stream()
                        .map(e -> "--" + e.getKey() + "=" + e.getValue())
                        .toArray(String[]::new));
    }

    /** The address of the API and the pages. */
    public URI url() {
        Environment environment = context.getEnvironment();
        InetAddress address = environment.getProperty("server.address", InetAddress.class);
        // the name that the guard against pages of other sites admits, without the scope of an address of IPv6
        String host = address == null || address.isAnyLocalAddress()
                ? "127.0.0.1"
                : new InetSocketAddress(address, 0).getHostString().replaceFirst("%.*", "");
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + environment.getProperty("local.server.port"));
    }

    /** The endpoint for Envoys. */
    public XdsEndpoint xds() {
        return context.getBean(XdsEndpoint.class);
    }

    /** Kafka's address. */
    public String kafka() {
        return kafka.bootstrapServers();
    }

    /** One of the beans of its parts. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
        kafka.close();
    }
}
