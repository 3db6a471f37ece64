/** Decides whether an order about a pool's traffic holds: fencing, validity, expiry. Pure; time is passed in. */
@NullMarked
package dev.redliner.redirector.lease;

import org.jspecify.annotations.NullMarked;
