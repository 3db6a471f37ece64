/** The HTTP client for addresses that users enter: allowed addresses only, a deadline and a limit for each answer. */
@NullMarked
package dev.redliner.http;

import org.jspecify.annotations.NullMarked;
