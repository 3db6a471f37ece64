/** TrafficRedirector: redirect orders become leases, leases become shares, shares become what Envoy is told. */
@NullMarked
package dev.redliner.redirector;

import org.jspecify.annotations.NullMarked;
