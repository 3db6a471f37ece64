package dev.redliner.redirector.xds;

import dev.redliner.redirector.share.RuntimeLayer;

/**
 * A version of the runtime layer on its way to an Envoy.
 *
 * @param version unique over all streams and restarts
 * @param layer what it holds
 */
record Dispatch(String version, RuntimeLayer layer) {}
