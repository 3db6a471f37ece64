/** A run in virtual time: the real search, rules and run against a host model. */
@NullMarked
package dev.redliner.standalone.simulate;

import org.jspecify.annotations.NullMarked;
