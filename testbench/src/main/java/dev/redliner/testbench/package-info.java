/**
 * Measures Redliner itself and breaks it on purpose: benchmarks, faults on real processes, and random faults in virtual time.
 * No product contains this module.
 */
@org.jspecify.annotations.NullMarked
package dev.redliner.testbench;
