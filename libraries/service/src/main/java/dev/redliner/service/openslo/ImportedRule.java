package dev.redliner.service.openslo;

/**
 * An objective as a rule.
 *
 * @param id the rule's id
 * @param metric the metric that has a limit
 * @param max the limit, in the notation of the short form of rules
 * @param meaning the objective in words
 */
public record ImportedRule(String id, String metric, String max, String meaning) {
    /** The rule of a file that has SLOs of several services, whose meaning begins with the name of the service. */
    ImportedRule of(String service) {
        return new ImportedRule(id, metric, max, service + ": " + meaning);
    }
}
