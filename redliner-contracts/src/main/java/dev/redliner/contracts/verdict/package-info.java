/** What the analyzer concluded, with the evidence for it. */
@NullMarked
package dev.redliner.contracts.verdict;

import org.jspecify.annotations.NullMarked;
