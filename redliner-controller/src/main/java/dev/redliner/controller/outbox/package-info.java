/** Sends orders, watches and pools to Kafka. Orders and watches are leases, which are renewed. */
@NullMarked
package dev.redliner.controller.outbox;

import org.jspecify.annotations.NullMarked;
