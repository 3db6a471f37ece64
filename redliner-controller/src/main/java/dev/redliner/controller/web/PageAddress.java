package dev.redliner.controller.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.util.UriComponentsBuilder;

/** The address of a page with its parameters, whose values are encoded in full: also a plus and braces. */
final class PageAddress {
    private final String path;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    PageAddress(String path) {
        this.path = path;
    }

    PageAddress with(String name, Optional<String> value) {
        value.ifPresent(it -> parameters.put(name, it));
        return this;
    }

    @Override
    public String toString() {
        var address = UriComponentsBuilder.fromPath(path);
        parameters.keySet().forEach(name -> address.queryParam(name, "{" + name + "}"));
        return address.encode().buildAndExpand(parameters).toUriString();
    }
}
