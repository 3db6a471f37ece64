/** Threads that work on the database. */
@NullMarked
package dev.redliner.controller.thread;

import org.jspecify.annotations.NullMarked;
