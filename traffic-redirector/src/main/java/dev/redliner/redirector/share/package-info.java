/** Translates the live leases into Envoy's runtime layer. Pure. */
@NullMarked
package dev.redliner.redirector.share;

import org.jspecify.annotations.NullMarked;
