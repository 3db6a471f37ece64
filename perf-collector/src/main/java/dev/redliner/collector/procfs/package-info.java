/**
 * Pure: texts of the Linux kernel ({@code /proc}, {@code /sys}, control groups) become values. Nothing is read here. A
 * text that does not have its documented form is a {@link dev.redliner.collector.procfs.MalformedText}, never a zero.
 */
@NullMarked
package dev.redliner.collector.procfs;

import org.jspecify.annotations.NullMarked;
