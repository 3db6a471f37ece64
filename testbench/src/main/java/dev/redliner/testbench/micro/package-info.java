/** Micro-benchmarks of the product's hot paths, on JMH. */
@NullMarked
package dev.redliner.testbench.micro;

import org.jspecify.annotations.NullMarked;
