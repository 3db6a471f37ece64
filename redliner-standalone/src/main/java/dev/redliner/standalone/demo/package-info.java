/** A demo fleet with live traffic, an Envoy and a run to watch. */
@NullMarked
package dev.redliner.standalone.demo;

import org.jspecify.annotations.NullMarked;
