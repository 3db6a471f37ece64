/** Events that programs send: announcements of deploys, over HTTP and over Kafka. */
@NullMarked
package dev.redliner.controller.event;

import org.jspecify.annotations.NullMarked;
