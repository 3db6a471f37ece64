package dev.redliner.standalone.serve;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a failed start as one message instead of a stack trace. */
final class RefusedSettingAnalyzer extends AbstractFailureAnalyzer<RefusedSetting> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RefusedSetting cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Remove the setting from that place (docs/configuration.md, Settings of the parts).",
                cause);
    }
}
