/** Passes verdicts and redirect reports from Kafka to the runs. */
@NullMarked
package dev.redliner.controller.inbox;

import org.jspecify.annotations.NullMarked;
