package dev.redliner.testbench.chaos;

import dev.redliner.cli.Documents;
import dev.redliner.cli.OutputFormat;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.testbench.faults.campaign.LiveCampaign;
import dev.redliner.testbench.faults.campaign.LiveFindings;
import dev.redliner.testbench.findings.Times;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** {@code redliner chaos --real}: the campaign on a live cluster, with printed figures. */
record LiveChaos(RedlinerCli cli, LiveCampaign campaign) {
    int call() throws IOException {
        LoggingSystem.get(LiveChaos.class.getClassLoader()).setLogLevel("ROOT", LogLevel.WARN);
        Path folder = Files.createTempDirectory("redliner-chaos-");
        boolean table = cli.format() == OutputFormat.table;
        PrintStream told = table ? cli.out() : cli.err();
        told.println("processes and logs in " + folder);
        LiveFindings findings = campaign.run(folder, InstantSource.system(), line -> {
            told.println(line);
            told.flush();
        });
        if (table) {
            print(findings.figures());
        } else {
            cli.out().print(Documents.print(findings.figures(), cli.format()));
        }
        cli.out().flush();
        return findings.held() ? 0 : 1;
    }

    private void print(LiveFindings.Figures figures) {
        PrintStream out = cli.out();
        long faults =
                figures.faults().values().stream().mapToLong(Long::longValue).sum();
        out.printf(
                Locale.ROOT,
                "%n%d runs with %d measurements each at once, %d faults, seed %d%n",
                figures.runs(),
                campaign.pools(),
                faults,
                figures.seed());
        figures.faults().forEach((kind, count) -> out.printf(Locale.ROOT, "  %-28s %5d%n", kind, count));
        out.printf("%nmeasurements ended%n");
        figures.ends()
                .forEach((end, count) ->
                        out.printf(Locale.ROOT, "  %-28s %5d%n", end.name().toLowerCase(Locale.ROOT), count));
        out.printf("%nfrom the fault until no override, where the fault ended it%n");
        figures.gone().forEach((by, times) -> row(by, times));
        out.printf("%nthe longest time that an Envoy held a share after the last order, of each run%n");
        row("", figures.silence());
        out.printf("%n%d violations%n", figures.violations().size());
    }

    private void row(String by, Times.Figures times) {
        cli.out()
                .printf(
                        Locale.ROOT,
                        "  %-28s median %.2f s, worst %.2f s of %d%n",
                        by,
                        times.medianSeconds(),
                        times.worstSeconds(),
                        times.times());
    }
}
