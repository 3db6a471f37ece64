/** Finding and running a real Envoy. */
@NullMarked
package dev.redliner.standalone.envoy;

import org.jspecify.annotations.NullMarked;
