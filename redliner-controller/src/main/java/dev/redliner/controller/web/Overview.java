package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.run.Restoration;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the overview shows.
 *
 * @param active the active runs
 * @param services services, those with the least headroom first
 * @param hidden number of services with more headroom that are not shown
 * @param declared number of declared services
 * @param attention what a person should look at, the worst first
 * @param more number of further entries of this kind that are not shown
 */
record Overview(
        List<ActiveRow> active,
        List<ServiceRow> services,
        int hidden,
        int declared,
        List<Attention> attention,
        int more) {
    /** Services that are shown at once. */
    static final int SHOWN = 50;

    /** A restore usually takes three seconds, and at most six unless something is broken. */
    private static final Duration RESTORED_WITHIN = Duration.ofSeconds(30);

    /**
     * @param services the declared services
     * @param filter which of them are shown; if all at once, then also all entries that need a look
     * @param runs the newest runs by service, newest first
     * @param completed the newest completed run by service
     * @param active the reports of the active runs
     * @param peak the peak of a pool
     * @param others further entries that need a look
     */
    static Overview of(
            List<StoredService> services,
            ReadServices reader,
            ServiceFilter filter,
            Map<String, List<RunSummary>> runs,
            Map<String, RunSummary> completed,
            List<RunReport> active,
            Function<String, Optional<Peak>> peak,
            List<Attention> others,
            Instant now) {
        List<ServiceRow> rows = services.stream()
                .map(service -> ServiceRow.of(
                        service,
                        reader.of(service),
                        runs.getOrDefault(service.name(), List.of()),
                        Optional.ofNullable(completed.get(service.name())),
                        peak.apply(service.name()),
                        now))
                .sorted(Comparator.comparingDouble((ServiceRow row) -> left(row.headroom()))
                        .thenComparing(ServiceRow::name))
                .toList();
        List<Attention> attention = new ArrayList<>(others);
        active.forEach(run -> notRestored(run, now).ifPresent(attention::add));
        rows.forEach(row -> attention.addAll(Attention.of(row, runs.getOrDefault(row.name(), List.of()), now)));
        int looks = filter.all() ? attention.size() : Math.min(Attention.MOST, attention.size());
        List<ServiceRow> fitting = rows.stream().filter(filter::fits).toList();
        return new Overview(
                active.stream()
                        .map(run -> ActiveRow.of(run, budget(services, reader, run.service()), now))
                        .toList(),
                fitting.subList(0, Math.min(filter.most(), fitting.size())),
                Math.max(0, fitting.size() - filter.most()),
                services.size(),
                Attention.worstFirst(attention).subList(0, looks),
                attention.size() - looks);
    }

    private static @Nullable Double budget(List<StoredService> services, ReadServices reader, String name) {
        return services.stream()
                .filter(service -> service.name().equals(name))
                .findFirst()
                .flatMap(reader::definition)
                .map(definition -> definition.limits().harmBudget())
                .orElse(null);
    }

    private static double left(@Nullable HeadroomBar headroom) {
        return headroom == null ? Double.MAX_VALUE : headroom.left();
    }

    private static Optional<Attention> notRestored(RunReport run, Instant now) {
        Instant moved = run.steps().isEmpty()
                ? run.startedAt()
                : run.steps().get(run.steps().size() - 1).to();
        RestoredReport restored = run.restored();
        boolean undecided = restored != null && Boolean.TRUE.equals(restored.undecided());
        Duration allowed = undecided ? RESTORED_WITHIN.plus(Restoration.UNDECIDED_FOR) : RESTORED_WITHIN;
        if (run.state() != RunState.RESTORING
                || restored != null && restored.verified()
                || moved == null
                || moved.plus(allowed).isAfter(now)) {
            return Optional.empty();
        }
        return Optional.of(new Attention(
                0,
                "i-bad",
                "bad",
                run.service() + ": not seen back on its baseline",
                "/runs/" + run.id(),
                "Look at the Envoys of the pool. `redliner restore --all` orders every pool back and checks its Envoys.",
                Figures.age(moved, now)));
    }
}
