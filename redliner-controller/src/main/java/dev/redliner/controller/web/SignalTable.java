package dev.redliner.controller.web;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The signals of a run, for its page and for an exported report.
 *
 * @param heads the baseline and the steps
 * @param rows one for each signal of the SUT that is not always zero
 * @param idle the signals that are zero at the baseline and in all steps, of the SUT and of the peers
 */
record SignalTable(List<String> heads, List<Row> rows, List<String> idle) {
    private static final String PEERS = "peers.";

    /**
     * A signal.
     *
     * @param values one for each head
     */
    record Row(String name, List<Value> values) {}

    /**
     * The value of a signal at the baseline or in a step.
     *
     * @param sut the mean over the SUT's hosts
     * @param peers the mean over the peers; null if it is not known
     */
    record Value(String sut, @Nullable String peers) {}

    static SignalTable of(RunReport run) {
        List<String> heads = new ArrayList<>(List.of("Baseline"));
        List<Map<String, Double>> columns = new ArrayList<>();
        BaselineReport baseline = run.baseline();
        columns.add(baseline == null ? Map.of() : baseline.signals());
        run.steps().forEach(step -> {
            heads.add(step.number() + ": " + Figures.rps(step.rps()) + " rps");
            columns.add(step.signals());
        });
        var names = new TreeSet<String>();
        columns.forEach(signals -> signals.keySet().stream()
                .filter(name -> !name.startsWith(PEERS))
                .forEach(names::add));
        List<String> idle = names.stream()
                .filter(name -> columns.stream().allMatch(signals -> isZero(name, signals)))
                .toList();
        List<Row> rows = names.stream()
                .filter(name -> !idle.contains(name))
                .map(name -> new Row(
                        name,
                        columns.stream().map(signals -> value(name, signals)).toList()))
                .toList();
        return new SignalTable(heads, rows, idle);
    }

    private static boolean isZero(String name, Map<String, Double> signals) {
        return signals.getOrDefault(name, Double.NaN) == 0 && signals.getOrDefault(PEERS + name, 0.0) == 0;
    }

    private static Value value(String name, Map<String, Double> signals) {
        Double peers = signals.get(PEERS + name);
        return new Value(Figures.signal(name, signals.get(name)), peers == null ? null : Figures.signal(name, peers));
    }
}
