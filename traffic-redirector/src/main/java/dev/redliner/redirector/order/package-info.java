/** Receives orders and sends reports: the Kafka edges, and the handler between them and the other packages. */
@NullMarked
package dev.redliner.redirector.order;

import org.jspecify.annotations.NullMarked;
