package dev.redliner.controller.web;

import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.UriComponentsBuilder;

/** Leads the browser to another page, which it opens with GET (303). */
final class SeeOther {
    private SeeOther() {}

    /**
     * @param path a path of this server with variables
     * @param values the values of the variables, which are encoded
     */
    static ModelAndView to(String path, Object... values) {
        return at(UriComponentsBuilder.fromPath(path)
                .encode()
                .buildAndExpand(values)
                .toUriString());
    }

    /**
     * @param address an encoded address without the name of this server: a proxy may give it another name, or add TLS
     */
    static ModelAndView at(String address) {
        var view = new RedirectView(address);
        view.setStatusCode(HttpStatus.SEE_OTHER);
        view.setExposeModelAttributes(false);
        view.setExpandUriTemplateVariables(false);
        return new ModelAndView(view);
    }
}
