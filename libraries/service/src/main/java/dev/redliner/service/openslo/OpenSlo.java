package dev.redliner.service.openslo;

import dev.redliner.service.YamlDocument;
import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the SLOs of a file in the format of OpenSLO, version {@code openslo/v1}, and turns their objectives into rules.
 * Ratios of good requests become a limit of the error rate or of a percentile. Thresholds of a
 * {@code histogram_quantile} become a limit of that percentile. All other objectives are refused. The time window and
 * the error budget of an SLO, and the weights of its objectives, have no counterpart: a rule is judged at each moment
 * of a run.
 *
 * <p>The file may have several documents. An SLO has its indicator in itself, or refers to a document of kind SLI in
 * the same file. Documents of the other kinds of OpenSLO are skipped.
 */
public final class OpenSlo {
    private static final int MOST_DOCUMENTS = 200;
    private static final Set<String> ROOT = Set.of("apiVersion", "kind", "metadata", "spec");
    private static final Set<String> METADATA = Set.of("name", "displayName", "labels", "annotations");
    private static final Map<String, String> KINDS = Stream.of(
                    "SLO",
                    "SLI",
                    "Service",
                    "DataSource",
                    "AlertPolicy",
                    "AlertCondition",
                    "AlertNotificationTarget",
                    "BudgetAdjustment")
            .collect(Collectors.toMap(Function.identity(), Function.identity()));
    private static final Set<String> SPEC = Set.of(
            "description",
            "service",
            "indicator",
            "indicatorRef",
            "timeWindow",
            "budgetingMethod",
            "objectives",
            "alertPolicies");

    private final Indicators indicators = new Indicators();
    private final List<YamlMap> slos = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private record Slo(String service, List<ImportedRule> rules) {}

    private OpenSlo() {}

    /**
     * The objectives of the SLOs of a file as rules, in the order of the file. No two rules have the same id.
     *
     * @param file the name of the file, for the problems; null if it has none
     * @throws InvalidOpenSlo with all problems of the documents, and all objectives that no rule can express
     */
    public static List<ImportedRule> read(@Nullable String file, String text) throws InvalidOpenSlo {
        return YamlDocument.readAll(
                "SLO", file, text, MOST_DOCUMENTS, roots -> new OpenSlo().rules(roots), InvalidOpenSlo::new);
    }

    /** Indicators may come after the SLOs that refer to them, so all documents are sorted first. */
    private Optional<List<ImportedRule>> rules(List<YamlValue> roots) {
        List<YamlValue> documents = roots.stream().filter(it -> !it.isNull()).toList();
        documents.forEach(this::sort);
        YamlValue first = roots.get(0);
        if (slos.isEmpty() && first.findings().none()) {
            first.problem("no document has the kind SLO", "objectives are in a document with 'kind: SLO'");
        }
        List<Slo> read = slos.stream().flatMap(it -> slo(it).stream()).toList();
        boolean several = read.stream().map(Slo::service).distinct().count() > 1;
        return Optional.of(read.stream()
                .flatMap(slo -> slo.rules().stream().map(rule -> several ? rule.of(slo.service()) : rule))
                .toList());
    }

    private void sort(YamlValue root) {
        Optional<YamlMap> document = root.map(ROOT, "it begins with 'apiVersion: openslo/v1'");
        Optional<String> kind =
                document.flatMap(it -> it.required("kind", "SLO or SLI")).flatMap(it -> it.oneOf(KINDS));
        if (kind.isEmpty()) {
            return;
        }
        if (kind.get().equals("SLO")) {
            slos.add(document.get());
        } else if (kind.get().equals("SLI")) {
            version(document.get());
            name(document.get(), "such as availability").ifPresent(it -> indicators.add(it, document.get()));
        }
    }

    private Optional<Slo> slo(YamlMap document) {
        version(document);
        String name = name(document, "such as checkout-latency").orElse("slo");
        return document.required("spec", "indicator and objectives")
                .flatMap(it -> it.map(SPEC, "indicator and objectives"))
                .map(it -> new Slo(
                        it.value("service")
                                .flatMap(text -> text.text("its name"))
                                .orElse("no service"),
                        ofOwnIds(document, new Objectives(name, indicators).rules(it))));
    }

    private List<ImportedRule> ofOwnIds(YamlMap document, List<ImportedRule> rules) {
        rules.stream().filter(rule -> !ids.add(rule.id())).forEach(rule -> document.value("metadata")
                .orElse(document.self())
                .problem("two rules would have the id '" + rule.id() + "'", "give each SLO a name of its own"));
        return rules;
    }

    private static void version(YamlMap document) {
        document.required("apiVersion", "openslo/v1").ifPresent(it -> it.oneOf(Map.of("openslo/v1", true)));
    }

    private static Optional<String> name(YamlMap document, String example) {
        return document.required("metadata", "its name")
                .flatMap(it -> it.map(METADATA, "its name"))
                .flatMap(it -> it.required("name", example))
                .flatMap(it -> it.text(example));
    }
}
