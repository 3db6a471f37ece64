package dev.redliner.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** A list that the server sends in pages, each with a header {@code Link} to the next one. */
final class AllPages {
    private static final Pattern NEXT = Pattern.compile("<[^>?]*(\\?[^>]*)>; rel=\"next\"");

    private AllPages() {}

    /**
     * The elements of all pages.
     *
     * @param path the list, without parameters
     * @throws CliFailure if a page is answered with a problem
     */
    static JsonNode of(Server server, String path) {
        ArrayNode all = Documents.JSON.createArrayNode();
        String query = "";
        while (true) {
            Server.Answer page = Answers.expectOk(server.get(path + query, "application/json"), "");
            Documents.JSON.readTree(page.body()).forEach(all::add);
            Optional<String> next = page.header("Link").flatMap(AllPages::query);
            // the same page again would never end
            if (next.isEmpty() || next.get().equals(query)) {
                return all;
            }
            query = next.get();
        }
    }

    private static Optional<String> query(String link) {
        Matcher matcher = NEXT.matcher(link);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
