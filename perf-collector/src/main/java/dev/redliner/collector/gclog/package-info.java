/** Reads the garbage collector's log of a JVM. */
@NullMarked
package dev.redliner.collector.gclog;

import org.jspecify.annotations.NullMarked;
