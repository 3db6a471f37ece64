package dev.redliner.cli;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import dev.redliner.service.UserPlace;
import dev.redliner.service.UsersAtShare;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code redliner service users}. */
@Command(
        name = "users",
        description = "Show which users of a front-end service the SUT serves at a share, and which in any case.")
final class UsersCommand implements Callable<Integer> {
    @ParentCommand
    private ServiceCommands service;

    @Parameters(index = "0", paramLabel = "SERVICE")
    private String name;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "USER",
            description = "Ids of users, as in the header or cookie that the service file names.")
    private List<String> users = new ArrayList<>();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A file with an id in each line.")
    private @Nullable Path file;

    @Option(
            names = "--share",
            paramLabel = "PERCENT",
            description = "The share of the users on the SUT, such as 30 (default: pool.maxShare).")
    private @Nullable Double percent;

    /**
     * The answer.
     *
     * @param share in percent, of whole buckets
     */
    record Answer(String service, double share, List<UsersAtShare.Placed> users) {}

    @Override
    public Integer call() {
        Pool pool = pool();
        if (pool.tier() != Tier.FRONT_END) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "service " + name + " is of the back-end tier: its requests are placed at random, and no user has a"
                            + " place");
        }
        UsersAtShare placed = UsersAtShare.of(pool, ids(), share(pool));
        service.cli().print(new Answer(name, 100 * placed.share().fraction(), placed.users()), () -> text(placed));
        return ExitCode.DONE.number();
    }

    private Pool pool() {
        String path = ServiceCommands.PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        String yaml = Answers.expectOk(service.cli().server().get(path, "application/yaml"), "")
                .body();
        try {
            return ServiceYaml.parse(name, yaml).pool();
        } catch (InvalidService e) {
            throw new CliFailure(ExitCode.USAGE, e.text());
        }
    }

    private Share share(Pool pool) {
        if (percent == null) {
            return pool.maxShare();
        }
        if (!(percent >= 0 && percent <= 100)) {
            throw new CliFailure(ExitCode.USAGE, "--share " + percent + " is not within 0 to 100 percent");
        }
        return Share.ofFraction(percent / 100);
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>(users);
        if (file != null) {
            try {
                TextFile.read(file)
                        .lines()
                        .map(UserPlace::idIn)
                        .filter(id -> !id.isEmpty())
                        .forEach(ids::add);
            } catch (IOException e) {
                throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
            }
        }
        if (ids.isEmpty()) {
            throw new CliFailure(ExitCode.USAGE, "no user is named: give ids after the service, or --file");
        }
        return ids;
    }

    private static String text(UsersAtShare placed) {
        Table table = new Table("USER", "BUCKET", "AT " + placed.baseline() + " (BASELINE)", "AT " + placed.share());
        placed.users()
                .forEach(it ->
                        table.row(Formats.safe(it.user()), Integer.toString(it.bucket()), it.baseline(), it.atShare()));
        return table.text() + placed.words() + "\n";
    }
}
