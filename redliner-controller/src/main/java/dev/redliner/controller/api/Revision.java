package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a parameter as an If-Match header, see {@link IfMatch}. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(
        description =
                "the ETag of the revision that the request is meant for, \"0\" if there must be none; any revision without it",
        schema = @Schema(type = "string", pattern = "^(\\*|(W/)?\"[0-9]{1,18}\")$", example = "\"7\""))
@interface Revision {}
