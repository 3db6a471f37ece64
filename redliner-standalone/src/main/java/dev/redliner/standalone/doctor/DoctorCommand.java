package dev.redliner.standalone.doctor;

import dev.redliner.cli.ExitCode;
import dev.redliner.cli.LeverCommands;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.cli.Table;
import dev.redliner.standalone.machine.MachineProbe;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code redliner doctor}. */
@Command(name = "doctor", description = "Check whether this machine meets the requirements of Redliner.")
public final class DoctorCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Override
    public Integer call() {
        Path data = dataFolder();
        List<Finding> findings = new ArrayList<>(new Doctor(data, programFolders())
                .look(InstantSource.system().instant(), MachineProbe.read(demoFolder(), MachineProbe.USUAL)));
        LeverCommands.engaged(cli.server())
                .ifPresent(words -> findings.add(
                        Finding.warn("safety lever", words, "no run begins until: redliner lever release --why ...")));
        cli.print(findings, () -> text(findings));
        boolean complete = findings.stream().noneMatch(it -> it.level() == Finding.Level.missing);
        return (complete ? ExitCode.DONE : ExitCode.USAGE).number();
    }

    static String text(List<Finding> findings) {
        Table table = new Table("CHECK", "IS", "FOUND");
        for (Finding finding : findings) {
            String between = finding.detail().endsWith(".") ? " " : "; ";
            String fix = finding.fix() == null ? "" : between + finding.fix();
            table.row(finding.name(), finding.level().name(), finding.detail() + fix);
        }
        return table.text();
    }

    /**
     * The folders that the demo searches too: the launcher's folder, the folder that the environment names, and the
     * current folder.
     */
    private static List<Path> programFolders() {
        return Stream.of(System.getProperty("redliner.home"), System.getenv("REDLINER_HOME"), ".", "..")
                .filter(Objects::nonNull)
                .map(Path::of)
                .toList();
    }

    /** Without {@code --data} a demo writes to a new folder in this one. */
    private static Path demoFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Path dataFolder() {
        @Nullable String set = System.getProperty("REDLINER_DATA", System.getenv("REDLINER_DATA"));
        return set == null ? Path.of(".redliner") : Path.of(set);
    }
}
