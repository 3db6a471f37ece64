/** The rules of the watches, compiled once. Pure. */
@NullMarked
package dev.redliner.analyzer.rule;

import org.jspecify.annotations.NullMarked;
