/**
 * The audit log: each action with its actor, time and reason. It is append-only, and chained by hashes so that changes
 * to earlier entries are detected.
 */
@NullMarked
package dev.redliner.controller.audit;

import org.jspecify.annotations.NullMarked;
