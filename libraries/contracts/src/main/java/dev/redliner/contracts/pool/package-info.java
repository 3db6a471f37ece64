/** The definition of a pool: its hosts, its SUT and its Envoys. */
@NullMarked
package dev.redliner.contracts.pool;

import org.jspecify.annotations.NullMarked;
