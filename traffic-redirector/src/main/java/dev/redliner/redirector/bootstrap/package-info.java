/** The text an Envoy is started with. */
@NullMarked
package dev.redliner.redirector.bootstrap;

import org.jspecify.annotations.NullMarked;
