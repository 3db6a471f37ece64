/** Sends verdicts and traffic minutes. */
@NullMarked
package dev.redliner.analyzer.report;

import org.jspecify.annotations.NullMarked;
