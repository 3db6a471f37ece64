/** Orders in, reports out: the Kafka edges, and the desk between them and the rest. */
@NullMarked
package dev.redliner.redirector.order;

import org.jspecify.annotations.NullMarked;
