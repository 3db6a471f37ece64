package dev.redliner.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a failed start as one message instead of a stack trace. */
final class UnknownSettingsAnalyzer extends AbstractFailureAnalyzer<UnknownSettings> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownSettings cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Correct the name or remove the setting (docs/configuration.md has all names).",
                cause);
    }
}
