package dev.redliner.controller.api;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/** One page of a list that is ordered by name. */
final class NamesPage {
    /** The page size without the parameter {@code limit}, which is also the largest. */
    static final int MOST = 500;

    /** The description of the parameter {@code after}. */
    static final String AFTER =
            "only those whose names follow this one, as the header Link (rel=next) of the page before has it";

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
