package dev.redliner.testbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * An integration test that waits for most of its time. Failsafe runs two of them at once, each in its own process. A
 * test that measures a host's capacity is not one of them: the other test would take part of its processors.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("mostly-waits")
public @interface MostlyWaits {}
