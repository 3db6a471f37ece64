/** The bootstrap file with which an Envoy is started. */
@NullMarked
package dev.redliner.redirector.bootstrap;

import org.jspecify.annotations.NullMarked;
