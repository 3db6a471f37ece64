/** PerfAnalyzer: judges samples against SLO rules. It receives samples and sends verdicts, and has no state to lose. */
@NullMarked
package dev.redliner.analyzer;

import org.jspecify.annotations.NullMarked;
