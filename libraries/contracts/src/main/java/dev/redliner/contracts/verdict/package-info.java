/** The analyzer's verdicts, with their evidence. */
@NullMarked
package dev.redliner.contracts.verdict;

import org.jspecify.annotations.NullMarked;
