/** What the live leases mean for Envoy's runtime layer. Pure. */
@NullMarked
package dev.redliner.redirector.share;

import org.jspecify.annotations.NullMarked;
