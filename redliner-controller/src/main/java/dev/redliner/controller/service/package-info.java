/**
 * The definition of a service by its user: its pool, its rules and its limits. It is read from YAML and stored in the
 * catalog.
 */
@NullMarked
package dev.redliner.controller.service;

import org.jspecify.annotations.NullMarked;
