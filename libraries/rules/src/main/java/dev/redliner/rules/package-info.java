/**
 * The SLO rule language: CEL over named metrics, checked when saved, judged with three outcomes. Pure: no Spring, no
 * clock, no I/O.
 */
@NullMarked
package dev.redliner.rules;

import org.jspecify.annotations.NullMarked;
