package dev.redliner.redirector.bootstrap;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteList;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation;
import io.envoyproxy.envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions;
import io.envoyproxy.envoy.type.matcher.v3.HttpRequestHeaderMatchInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Writes a bootstrap as YAML, section by section with a comment, and quotes every value as YAML requires. */
final class BootstrapText {
    private static final TypeRegistry EXTENSIONS = TypeRegistry.newBuilder()
            .add(HttpConnectionManager.getDescriptor())
            .add(Router.getDescriptor())
            .add(Route.getDescriptor())
            .add(RouteList.getDescriptor())
            .add(HeaderMutation.getDescriptor())
            .add(RuntimeFraction.getDescriptor())
            .add(HttpRequestHeaderMatchInput.getDescriptor())
            .add(HttpProtocolOptions.getDescriptor())
            .add(UpstreamTlsContext.getDescriptor())
            .build();

    /** The sections in the order in which they are written, each with its comment. */
    private static final Map<String, String> SECTIONS = sections();

    private BootstrapText() {}

    private static Map<String, String> sections() {
        var sections = new LinkedHashMap<String, String>();
        sections.put(
                "node",
                "Who this Envoy is, and which pools it belongs to. The id is for one Envoy: print another file for\n"
                        + "# another Envoy, or start that one with --service-node and an id of its own.");
        sections.put("admin", "Statistics are read here; never open it to others.");
        sections.put("stats_flush_on_admin", "Statistics are then fresh when read, not up to 5 s old.");
        sections.put(
                "enable_dispatcher_stats",
                "Shows how busy Envoy's workers are, and with that whether Envoy itself is the limit.");
        sections.put("dynamic_resources", "Everything else comes from the redirector.");
        sections.put(
                "layered_runtime",
                "The SUT's share, if it is not the default of the route. redliner: the override of a run, which ends by\n"
                        + "# itself when it is not renewed. admin: an operator's override by hand, over all.");
        sections.put("static_resources", "What does not come from the redirector.");
        return sections;
    }

    static String write(Bootstrap bootstrap, String head) {
        Map<String, Object> parts = asMap(bootstrap);
        var text = new StringBuilder(head);
        var yaml = new Yaml(blockStyle());
        SECTIONS.forEach((section, comment) -> {
            Object part = wholeNumbers(parts.get(section));
            if (part != null) {
                text.append("\n# ").append(comment).append('\n');
                text.append(yaml.dump(Map.of(section, part)));
            }
        });
        return text.toString();
    }

    private static Map<String, Object> asMap(Bootstrap bootstrap) {
        try {
            String json = JsonFormat.printer()
                    .usingTypeRegistry(EXTENSIONS)
                    .preservingProtoFieldNames()
                    .print(bootstrap);
            return JsonMapper.builder().build().readValue(json, new TypeReference<>() {});
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("an extension of the bootstrap is missing from the registry", e);
        }
    }

    /** Envoy reads a runtime value of {@code 100000.0} as text, and treats the text as a share of 0%. */
    private static @Nullable Object wholeNumbers(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            var whole = new LinkedHashMap<Object, @Nullable Object>();
            map.forEach((key, inner) -> whole.put(key, wholeNumbers(inner)));
            return whole;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(BootstrapText::wholeNumbers).toList();
        }
        return value instanceof Double number && number == Math.rint(number) ? (Object) number.longValue() : value;
    }

    private static DumperOptions blockStyle() {
        var options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setIndent(2);
        options.setWidth(120);
        options.setSplitLines(false);
        return options;
    }
}
