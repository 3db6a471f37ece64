/** The definition of a service by its user: its pool, its rules and its limits, read from YAML. No Spring, no database. */
@NullMarked
package dev.redliner.service;

import org.jspecify.annotations.NullMarked;
