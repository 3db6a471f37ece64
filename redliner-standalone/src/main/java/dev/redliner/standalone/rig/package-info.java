/** All four parts in this process, a real Envoy and traffic through it: the base of the demo and of live benchmarks. */
@NullMarked
package dev.redliner.standalone.rig;

import org.jspecify.annotations.NullMarked;
