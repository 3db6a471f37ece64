/**
 * Events of runs, restores and the safety lever, sent to destinations outside of Redliner. The audit log is the source,
 * so that nothing on the path of a run waits for a destination.
 */
@NullMarked
package dev.redliner.controller.notification;

import org.jspecify.annotations.NullMarked;
