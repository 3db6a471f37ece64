package dev.redliner.controller.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a failed start as one message instead of a stack trace. */
final class InvalidAccessAnalyzer extends AbstractFailureAnalyzer<InvalidAccess> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidAccess cause) {
        return new FailureAnalysis(cause.getMessage(), "See the section Access of docs/operating.md.", cause);
    }
}
