package dev.redliner.controller.api;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** States which part of a request Spring refused, and which values it supports. */
final class WrongRequest {
    private WrongRequest() {}

    /** Empty for an exception that already states its reason. */
    static Optional<ProblemDetail> problem(Exception e) {
        if (e instanceof HttpRequestMethodNotSupportedException method) {
            return Optional.of(Problems.of(ProblemType.METHOD_NOT_ALLOWED, method(method)));
        }
        if (e instanceof HttpMediaTypeNotSupportedException type) {
            return Optional.of(Problems.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, mediaType(type)));
        }
        if (e instanceof HttpMediaTypeNotAcceptableException accept) {
            return Optional.of(Problems.of(ProblemType.NOT_ACCEPTABLE, accept(accept)));
        }
        if (e instanceof NoResourceFoundException path) {
            return Optional.of(
                    Problems.of(ProblemType.UNKNOWN_PATH, "There is nothing at '/" + path.getResourcePath() + "'."));
        }
        if (e instanceof HttpMessageNotReadableException body) {
            return Optional.of(Problems.of(ProblemType.BAD_REQUEST, body(body)));
        }
        if (e instanceof MissingServletRequestParameterException parameter) {
            return Optional.of(Problems.of(
                    ProblemType.BAD_REQUEST, "The parameter '" + parameter.getParameterName() + "' is missing."));
        }
        return Optional.empty();
    }

    private static String method(HttpRequestMethodNotSupportedException e) {
        String[] supported = Objects.requireNonNullElse(e.getSupportedMethods(), new String[0]);
        return "The path does not support the method " + e.getMethod() + ". It supports "
                + List.of(supported).stream().sorted().collect(Collectors.joining(", ")) + ".";
    }

    private static String mediaType(HttpMediaTypeNotSupportedException e) {
        String supported = types(e.getSupportedMediaTypes());
        if (e.getContentType() == null) {
            return "The request has no Content-Type that can be read. Supported: " + supported + ".";
        }
        return "The Content-Type " + e.getContentType() + " is not supported. Supported: " + supported + ".";
    }

    private static String accept(HttpMediaTypeNotAcceptableException e) {
        if (e.getSupportedMediaTypes().isEmpty()) {
            return "The Accept header cannot be read. Send media types, such as application/json.";
        }
        return "No media type of the Accept header is available. Available: " + types(e.getSupportedMediaTypes()) + ".";
    }

    private static String types(Collection<MediaType> types) {
        return types.isEmpty()
                ? "application/json"
                : types.stream().map(MediaType::toString).collect(Collectors.joining(", "));
    }

    private static String body(HttpMessageNotReadableException e) {
        if (!(e.getCause() instanceof JacksonException json)) {
            return "The operation needs a body, and the request has none that can be read.";
        }
        String field = json.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
        return field.isEmpty()
                ? "The body is not a JSON object" + place(json.getLocation()) + "."
                : "The field '" + field + "' of the body has a value of a wrong type" + place(json.getLocation()) + ".";
    }

    private static String place(@Nullable TokenStreamLocation at) {
        return at == null || at.getLineNr() < 1
                ? ""
                : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }
}
