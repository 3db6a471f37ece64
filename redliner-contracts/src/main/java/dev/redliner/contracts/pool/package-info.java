/** What is known of a pool: its hosts, its SUT, its Envoys. */
@NullMarked
package dev.redliner.contracts.pool;

import org.jspecify.annotations.NullMarked;
