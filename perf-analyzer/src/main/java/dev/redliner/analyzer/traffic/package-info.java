/** Minutes of single Envoys in, minutes of whole pools out, whether a run measures the pool or not. */
@NullMarked
package dev.redliner.analyzer.traffic;

import org.jspecify.annotations.NullMarked;
