package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/** One page of a list that is ordered by name. */
final class NamesPage {
    /** The page size without the parameter {@code limit}, which is also the largest. */
    static final int MOST = 500;

    /** Describes the parameter {@code after}. */
    @Documented
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(
            description =
                    "only those whose names follow this one, as the header Link (rel=next) of the page before has it",
            schema = @Schema(type = "string", pattern = ServiceName.PATTERN))
    @interface After {}

    /** Describes the parameter {@code limit}. */
    @Documented
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(
            schema =
                    @Schema(
                            type = "integer",
                            format = "int32",
                            minimum = "1",
                            maximum = "" + MOST,
                            defaultValue = "" + MOST))
    @interface Limit {}

    private NamesPage() {}

    /**
     * Answers with a page, and with the header {@code Link} if another one may follow.
     *
     * @param after the parameter {@code after}
     * @param limit the parameter {@code limit}
     * @param read reads so many elements after a name
     * @param name the name of an element
     */
    static <T> ResponseEntity<List<T>> answer(
            @Nullable String after,
            @Nullable String limit,
            BiFunction<String, Integer, List<T>> read,
            Function<T, String> name) {
        int most = WholeNumber.of("limit", limit, MOST, 1, MOST);
        if (after != null && !after.matches(ServiceName.PATTERN)) {
            throw ApiProblem.badRequest("The parameter 'after' (" + after + ") is not a name.");
        }
        List<T> page = read.apply(after == null ? "" : after, most);
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (page.size() == most) {
            NextPage.link(answer, "after", name.apply(page.get(most - 1)));
        }
        return answer.body(page);
    }
}
