package dev.redliner.controller.api;

import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The header {@code Link} to the page of a list that follows the present one. */
final class NextPage {
    private NextPage() {}

    /** Adds the address of the current request with one parameter replaced. */
    static void link(ResponseEntity.BodyBuilder answer, String parameter, String value) {
        String next = ServletUriComponentsBuilder.fromCurrentRequest()
                .scheme(null)
                .host(null)
                .port(null)
                .replaceQueryParam(parameter, value)
                .build()
                .toUriString();
        answer.header("Link", "<" + next + ">; rel=\"next\"");
    }
}
