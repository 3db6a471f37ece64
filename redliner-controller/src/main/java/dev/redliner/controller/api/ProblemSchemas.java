package dev.redliner.controller.api;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.List;

/** The schemas of problems. A field that does not apply to a problem is omitted and never null. */
final class ProblemSchemas {
    private ProblemSchemas() {}

    /** The schema of a problem of any type. */
    static Schema<?> problem() {
        Schema<?> problem = type("object")
                .addProperty("type", uriReference().description("The type of the problem, for programs."))
                .addProperty("title", type("string").description("The type of the problem, for a person."))
                .addProperty("status", type("integer").description("The HTTP status."))
                .addProperty("detail", type("string").description("The reason of this problem, for a person."))
                .addProperty("instance", uriReference().description("The path of the request."))
                .addProperty("activeRun", type("string").description("The run that holds the pool."))
                .addProperty(
                        "errors",
                        type("array")
                                .items(reference("YamlError"))
                                .description("The mistakes of a document, in the order of its lines."));
        problem.setRequired(List.of("type", "title", "status", "detail"));
        return problem;
    }

    /** The schema of one mistake in a YAML document. */
    static Schema<?> yamlError() {
        Schema<?> error = type("object")
                .addProperty("line", type("integer"))
                .addProperty("column", type("integer"))
                .addProperty("pointer", type("string"))
                .addProperty("message", type("string"))
                .addProperty("hint", type("string").typesItem("null"))
                .addProperty("excerpt", type("string"));
        error.setRequired(List.of("line", "column", "pointer", "message", "hint", "excerpt"));
        return error;
    }

    /** The schema of a problem of one of the given types. */
    static Schema<?> of(List<ProblemType> types) {
        var type = new JsonSchema().typesItem("string");
        types.forEach(it -> type.addEnumItemObject(it.uri().toString()));
        Schema<?> narrowed = type("object").addProperty("type", type);
        return new JsonSchema().allOf(Arrays.asList(reference("Problem"), narrowed));
    }

    private static Schema<?> type(String name) {
        return new JsonSchema().typesItem(name);
    }

    private static Schema<?> uriReference() {
        return type("string").format("uri-reference");
    }

    private static Schema<?> reference(String schema) {
        return new JsonSchema().$ref("#/components/schemas/" + schema);
    }
}
