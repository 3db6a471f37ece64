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
        String encoded = UriComponentsBuilder.fromPath(path)
                .encode()
                .buildAndExpand(values)
                .toUriString();
        var view = new RedirectView(encoded);
        view.setStatusCode(HttpStatus.SEE_OTHER);
        view.setExposeModelAttributes(false);
        view.setExpandUriTemplateVariables(false);
        return new ModelAndView(view);
    }
}
