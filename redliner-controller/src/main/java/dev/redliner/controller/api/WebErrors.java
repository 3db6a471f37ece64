package dev.redliner.controller.api;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** What Spring itself refuses (a wrong method, media type, parameter or body) comes as a problem too. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class WebErrors extends ResponseEntityExceptionHandler {}
