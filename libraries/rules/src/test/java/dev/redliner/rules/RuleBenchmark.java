package dev.redliner.rules;

import java.util.OptionalDouble;

/** Measures the time of compiling and judging. Run its main method; it is not a test. */
final class RuleBenchmark {
    private static final String PASS = "latency.p99 <= duration(\"200ms\") && error_rate <= percent(0.1) &&"
            + " ratio(latency.p50, peers.latency.p50) <= 1.5";

    private RuleBenchmark() {}

    public static void main(String[] args) {
        long first = System.nanoTime();
        CompiledRule rule = Rules.rule(PASS);
        System.out.printf("first compile %.1f ms%n", (System.nanoTime() - first) / 1e6);
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < 500; i++) {
                rule = Rules.rule(PASS);
            }
            System.out.printf("compile %.3f ms%n", (System.nanoTime() - start) / 1e6 / 500);
        }
        MetricValues now = name -> OptionalDouble.of(0.0005);
        int passed = 0;
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < 200_000; i++) {
                passed += rule.judge(now).comparisons().size();
            }
            System.out.printf("judge %.2f us (%d)%n", (System.nanoTime() - start) / 1e3 / 200_000, passed);
        }
    }
}
