package dev.redliner.standalone.demo;

import dev.redliner.api.RunReport;
import dev.redliner.cli.Documents;
import dev.redliner.cli.OutputFormat;
import dev.redliner.standalone.fleet.Truth;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A run's document with the true redline beside the result. */
final class DemoDocument {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private DemoDocument() {}

    static String print(RunReport report, Truth truth, OutputFormat format) {
        Map<String, Object> run = JSON.convertValue(report, new TypeReference<LinkedHashMap<String, Object>>() {});
        Map<String, Object> document = new LinkedHashMap<>();
        run.forEach((name, value) -> {
            document.put(name, value);
            if (name.equals("redline")) {
                document.put("truth", truth(report, truth));
            }
        });
        return Documents.print(document, format);
    }

    private static Map<String, Object> truth(RunReport report, Truth truth) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rps", Math.round(truth.rps() * 10) / 10.0);
        document.put("standardErrorRps", Math.round(truth.standardErrorRps() * 10) / 10.0);
        if (report.redline() != null) {
            document.put("error", Math.round(10_000 * (report.redline().rps() / truth.rps() - 1)) / 10_000.0);
        }
        return document;
    }
}
