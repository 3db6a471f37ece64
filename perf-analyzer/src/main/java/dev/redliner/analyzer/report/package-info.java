/** Verdicts on their way out. */
@NullMarked
package dev.redliner.analyzer.report;

import org.jspecify.annotations.NullMarked;
