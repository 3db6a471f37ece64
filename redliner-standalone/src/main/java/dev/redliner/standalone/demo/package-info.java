/** A fleet, live traffic, Envoy, and a run that can be watched. */
@NullMarked
package dev.redliner.standalone.demo;

import org.jspecify.annotations.NullMarked;
