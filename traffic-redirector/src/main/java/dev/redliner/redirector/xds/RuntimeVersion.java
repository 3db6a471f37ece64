package dev.redliner.redirector.xds;

import dev.redliner.redirector.share.RuntimeLayer;

/**
 * A version of the runtime layer that was sent to an Envoy.
 *
 * @param version unique over all streams and restarts
 * @param layer the content of this version
 */
record RuntimeVersion(String version, RuntimeLayer layer) {}
