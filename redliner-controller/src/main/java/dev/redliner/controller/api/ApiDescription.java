package dev.redliner.controller.api;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.method.HandlerMethod;

/** Describes the common elements of all operations of the API: the name, the paths, and the problems of each status. */
final class ApiDescription implements GlobalOpenApiCustomizer, GlobalOperationCustomizer {
    private static final String PATHS = "/api/v1/";
    private static final String JSON = "application/json";

    private static final List<ProblemType> EVERYWHERE = List.of(
            ProblemType.BAD_REQUEST,
            ProblemType.LOGIN_REQUIRED,
            ProblemType.FORBIDDEN,
            ProblemType.NOT_ACCEPTABLE,
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            ProblemType.BUG);

    private static final List<ProblemType> CHANGES = List.of(ProblemType.LENGTH_REQUIRED, ProblemType.BODY_TOO_LONG);

    @Override
    public void customise(OpenAPI api) {
        api.info(new Info()
                .title("Redliner")
                .version("v1")
                .description(
                        "Measures on live traffic how many requests per second one host of a service can carry."
                                + " Errors are problems (RFC 9457). A path that is not listed answers 404 with the type"
                                + " unknown-path, and a method that is not listed answers 405 with the type method-not-allowed.")
                .license(new License().name("Apache-2.0").identifier("Apache-2.0")));
        api.servers(null);
        // the server of the standalone also has paths for Envoys
        api.getPaths().keySet().removeIf(path -> !path.startsWith(PATHS));
        Components components = api.getComponents();
        components.addSchemas("Problem", ProblemSchemas.problem());
        components.addSchemas("YamlError", ProblemSchemas.yamlError());
        for (ProblemType type : ProblemType.values()) {
            components.addResponses(type.label(), response(List.of(type)));
        }
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        ApiResponses responses = operation.getResponses();
        responses.values().forEach(response -> name(response.getContent()));
        if (operation.getRequestBody() != null) {
            boolean required = Boolean.TRUE.equals(operation.getRequestBody().getRequired());
            operation.getRequestBody().getContent().values().forEach(body -> describe(body, required));
        }
        byStatus(problems(method))
                .forEach((status, types) -> responses.addApiResponse(
                        status.toString(),
                        types.size() == 1 ? new ApiResponse().$ref(types.get(0).label()) : response(types)));
        return operation;
    }

    /** Names JSON as the media type of answers that declare none. */
    private static void name(@Nullable Content content) {
        MediaType any = content == null ? null : content.remove("*/*");
        if (content != null && any != null) {
            content.addMediaType(JSON, any);
        }
    }

    /**
     * Describes that an empty text counts as a missing body, and so does a JSON null: only an optional body may be
     * null.
     */
    private static void describe(MediaType body, boolean required) {
        if (body.getSchema().get$ref() == null) {
            body.getSchema().setMinLength(1);
        } else if (!required) {
            body.setSchema(NullableFields.nullable(body.getSchema()));
        }
    }

    private static Collection<ProblemType> problems(HandlerMethod method) {
        var problems = new ArrayList<>(EVERYWHERE);
        if (!method.hasMethodAnnotation(GetMapping.class)) {
            problems.addAll(CHANGES);
        }
        Fails own = method.getMethodAnnotation(Fails.class);
        if (own != null) {
            problems.addAll(Arrays.asList(own.value()));
        }
        problems.sort(Comparator.naturalOrder());
        return problems;
    }

    private static Map<Integer, List<ProblemType>> byStatus(Collection<ProblemType> problems) {
        return problems.stream()
                .collect(Collectors.groupingBy(type -> type.status().value(), TreeMap::new, Collectors.toList()));
    }

    private static ApiResponse response(List<ProblemType> types) {
        String description = types.stream()
                .map(type -> type.label() + ": " + type.title())
                .collect(Collectors.joining(". ", "", "."));
        return new ApiResponse()
                .description(description)
                .content(new Content()
                        .addMediaType(
                                org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                                new MediaType().schema(ProblemSchemas.of(types))));
    }
}
