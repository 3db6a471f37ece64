/** All four parts in this process, a real Envoy and traffic through it: what a demo and a live benchmark stand on. */
@NullMarked
package dev.redliner.standalone.rig;

import org.jspecify.annotations.NullMarked;
