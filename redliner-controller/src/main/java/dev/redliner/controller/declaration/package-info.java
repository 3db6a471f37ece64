/** Changes of services and schedules by callers: with their rights, and in the audit log. */
@NullMarked
package dev.redliner.controller.declaration;

import org.jspecify.annotations.NullMarked;
