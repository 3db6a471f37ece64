/** Orders, watches and pools to Kafka, renewed as leases. */
@NullMarked
package dev.redliner.controller.redirect;

import org.jspecify.annotations.NullMarked;
