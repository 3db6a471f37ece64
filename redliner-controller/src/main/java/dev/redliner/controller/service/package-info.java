/** What a user declares about a service: its pool, its rules, its limits; from YAML, kept in the catalog. */
@NullMarked
package dev.redliner.controller.service;

import org.jspecify.annotations.NullMarked;
