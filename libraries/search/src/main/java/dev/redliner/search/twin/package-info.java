/**
 * A digital twin of the SUT: a queue whose service times, servers and speed follow from the latencies and arrivals that
 * a run observed. It predicts the load at which a criterion breaks, from requests that are far from breaking it.
 */
@NullMarked
package dev.redliner.search.twin;

import org.jspecify.annotations.NullMarked;
