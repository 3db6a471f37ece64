/** The four parts and a Kafka broker in one process. */
@NullMarked
package dev.redliner.standalone.serve;

import org.jspecify.annotations.NullMarked;
