/** TrafficRedirector: redirect orders become leases, leases become shares, and shares become Envoy configuration. */
@NullMarked
package dev.redliner.redirector;

import org.jspecify.annotations.NullMarked;
