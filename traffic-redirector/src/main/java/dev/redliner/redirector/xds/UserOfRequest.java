package dev.redliner.redirector.xds;

import com.google.protobuf.Any;
import dev.redliner.contracts.pool.Pool;
import io.envoyproxy.envoy.config.common.mutation_rules.v3.HeaderMutation;
import io.envoyproxy.envoy.config.core.v3.HeaderValue;
import io.envoyproxy.envoy.config.core.v3.HeaderValueOption;
import io.envoyproxy.envoy.config.core.v3.HeaderValueOption.HeaderAppendAction;
import io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of a request that identifies its user. Envoy can hash headers but not cookies. Therefore the listener copies
 * the cookie into a header before the route is selected, and the route removes the header. The listener first removes a
 * header of this name from the client.
 */
final class UserOfRequest {
    /** Between Envoy's listener and its routes only. */
    static final String COPIED = "x-redliner-user";

    private UserOfRequest() {}

    /** The header that has the user when the route is selected. */
    static String header(Pool pool) {
        return pool.userCookie() == null ? Objects.requireNonNull(pool.userHeader(), "userHeader") : COPIED;
    }

    /** The header to remove before a request is sent to a host; empty if the client sent it for the service. */
    static Optional<String> toRemove(Pool pool) {
        return pool.userCookie() == null ? Optional.empty() : Optional.of(COPIED);
    }

    /** Adds the copying of the cookie to a listener, if a cookie has the user. */
    static HttpConnectionManager.Builder copied(Pool pool, HttpConnectionManager.Builder http) {
        String cookie = pool.userCookie();
        return cookie == null
                ? http
                : http.addEarlyHeaderMutationExtensions(
                        TypedExtensionConfig.newBuilder().setName("user").setTypedConfig(Any.pack(mutation(cookie))));
    }

    private static io.envoyproxy.envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation mutation(
            String cookie) {
        return io.envoyproxy.envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation.newBuilder()
                .addMutations(HeaderMutation.newBuilder().setRemove(COPIED))
                .addMutations(HeaderMutation.newBuilder()
                        .setAppend(HeaderValueOption.newBuilder()
                                .setHeader(
                                        HeaderValue.newBuilder().setKey(COPIED).setValue(value(cookie)))
                                .setAppendAction(HeaderAppendAction.OVERWRITE_IF_EXISTS_OR_ADD)))
                .build();
    }

    /**
     * Envoy's format for the value of a cookie: a CEL expression, which is empty without the cookie or its value. An
     * empty header is not added. Several Cookie headers arrive joined by commas.
     */
    private static String value(String cookie) {
        String name = cookie.replace(".", "[.]");
        return "%CEL(re.extract(request.headers[\"cookie\"], \"(?:^|[;,]) *" + name + "=([^;,]*)\", \"\\\\1\"))%";
    }
}
