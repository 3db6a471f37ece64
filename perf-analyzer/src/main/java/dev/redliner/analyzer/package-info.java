/** PerfAnalyzer: judges samples against SLO rules. Samples come in, verdicts go out; no state to lose. */
@NullMarked
package dev.redliner.analyzer;

import org.jspecify.annotations.NullMarked;
