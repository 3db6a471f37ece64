package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a parameter as the name of a service. A service that cannot exist is answered like one that does not. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(schema = @Schema(type = "string", pattern = ServiceName.PATTERN))
@interface ServiceName {
    /** As {@link dev.redliner.contracts.pool.Pool} requires it. */
    String PATTERN = "^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$";
}
