/** A host as a simulation of single requests, with the traffic that it gets and the metrics that it shows. */
@NullMarked
package dev.redliner.hostmodel;

import org.jspecify.annotations.NullMarked;
