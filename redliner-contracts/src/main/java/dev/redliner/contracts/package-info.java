/** What travels between the parts, and the topics it travels on. No Spring, no Kafka. */
@NullMarked
package dev.redliner.contracts;

import org.jspecify.annotations.NullMarked;
