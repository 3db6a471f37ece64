/** The search for the redline: pure, behind one small interface. */
@NullMarked
package dev.redliner.search;

import org.jspecify.annotations.NullMarked;
