package dev.redliner.rules;

import dev.cel.common.CelIssue;
import dev.redliner.contracts.NearestName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates CEL's error messages into the terms of rules: the mistake and its correction. */
final class CelErrorMessages {
    private static final Pattern NO_OVERLOAD =
            Pattern.compile("found no matching overload for '(.+?)' applied to '(.*?)'(?s:.*)");
    private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '(.+?)'.*");
    private static final Pattern UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|m|h)\\b");
    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%");
    private static final Pattern WORD = Pattern.compile("\\b(and|or|not)\\b", Pattern.CASE_INSENSITIVE);
    private static final List<String> COMPARING = List.of("_<=_", "_<_", "_>=_", "_>_", "_==_", "_!=_");
    private static final String DURATION = "google.protobuf.Duration";

    private CelErrorMessages() {}

    /** Advice for an error of the parser. */
    static String ofParsing(CelIssue issue, String text) {
        String message = issue.getMessage();
        if (message.contains("size exceeds limit")) {
            return "longer than " + RuleLanguage.MAX_LENGTH + " characters; make it two rules";
        }
        if (message.contains("recursion limit")) {
            return "nested too deep, or too long a chain of + or *; make it two rules";
        }
        return slip(text);
    }

    private static String slip(String text) {
        Matcher unit = UNIT.matcher(text.replaceAll("\"[^\"]*\"|'[^']*'", "\"\""));
        if (unit.find()) {
            return "a duration is written duration(\"" + unit.group(1) + unit.group(2) + "\")";
        }
        Matcher percent = PERCENT.matcher(text);
        if (percent.find()) {
            return "a percentage is written percent(" + percent.group(1) + ")";
        }
        if (text.matches("(?s).*[^=!<>]=[^=].*")) {
            return "'=' compares nothing; write <=, < or ==";
        }
        Matcher word = WORD.matcher(text);
        if (word.find()) {
            return "'" + word.group() + "' is not an operator; write && for and, || for or, ! for not";
        }
        return "not a whole expression here; write comparisons joined by && or ||, such as latency.p99 <="
                + " duration(\"200ms\")";
    }

    /** Advice for an error of the type checker. */
    static String ofChecking(CelIssue issue) {
        Matcher overload = NO_OVERLOAD.matcher(issue.getMessage());
        if (overload.matches()) {
            return misapplied(overload.group(1), overload.group(2));
        }
        Matcher undeclared = UNDECLARED.matcher(issue.getMessage());
        if (undeclared.matches()) {
            String function = undeclared.group(1);
            return "there is no function " + function
                    + NearestName.of(function, RuleLanguage.FUNCTIONS)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("; there are duration, percent and ratio");
        }
        return issue.getMessage();
    }

    /** Advice for an error of a validator. */
    static String ofValidating(CelIssue issue) {
        if (issue.getMessage().startsWith("duration validation")) {
            return "not a duration; write it like duration(\"200ms\"), duration(\"1.5s\") or duration(\"2m\")";
        }
        if (issue.getMessage().startsWith("Regex validation")) {
            return "not a regular expression (RE2 syntax, " + firstLine(issue.getMessage()) + ")";
        }
        return issue.getMessage();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("").replace("Regex validation failed. Reason: ", "");
    }

    private static String misapplied(String function, String types) {
        String readable = types.replace(DURATION, "duration").replace("(", "").replace(")", "");
        boolean duration = types.contains(DURATION);
        if (COMPARING.contains(function) && duration) {
            return "compares " + readable.replace(", ", " with ")
                    + "; a latency is compared with a duration, such as duration(\"200ms\")";
        }
        if (COMPARING.contains(function)) {
            return "compares " + readable.replace(", ", " with ") + "; compare numbers with numbers, such as 0.85 or"
                    + " percent(85)";
        }
        if (duration && (function.equals("_*_") || function.equals(RuleLanguage.DIVIDE))) {
            return "durations are not multiplied or divided; write ratio(latency.p99, baseline.latency.p99) <= 1.5";
        }
        if (readable.equals("double, int") || readable.equals("int, double")) {
            return "mixes a decimal with a whole number; write 2.0 instead of 2";
        }
        return ofOperator(function, readable);
    }

    private static String ofOperator(String function, String types) {
        return switch (function) {
            case "_&&_", "_||_", "!_" -> "joins " + types + "; both sides of && and || must be comparisons";
            case "percent" -> "percent takes a number, such as percent(0.1), not " + types;
            case "ratio" -> "ratio takes two latencies or two decimals (2.0 instead of 2), not " + types;
            case "duration" -> "duration takes text, such as duration(\"200ms\"), not " + types;
            default -> function.replace("_", "").replace(RuleLanguage.DIVIDE, "/") + " does not take " + types;
        };
    }
}
