package dev.redliner.cli;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import dev.redliner.service.UserPlace;
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
    private static final String PEERS = "peers";

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
     * A user and the hosts.
     *
     * @param baseline the host of the SUT that serves the user without a run, or {@code peers}
     * @param atShare the same at the share
     */
    record Placed(String user, int bucket, String baseline, String atShare) {}

    /**
     * The answer.
     *
     * @param share in percent, of whole buckets
     */
    record Answer(String service, double share, List<Placed> users) {}

    @Override
    public Integer call() {
        Pool pool = pool();
        if (pool.tier() != Tier.FRONT_END) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "service " + name + " is of the back-end tier: its requests are placed at random, and no user has a"
                            + " place");
        }
        Share share = share(pool);
        List<Placed> placed = ids().stream().map(id -> placed(pool, id, share)).toList();
        service.cli().print(new Answer(name, 100 * share.fraction(), placed), () -> text(pool, share, placed));
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
            return pool.maxShare().wholeBuckets();
        }
        if (!(percent >= 0 && percent <= 100)) {
            throw new CliFailure(ExitCode.USAGE, "--share " + percent + " is not within 0 to 100 percent");
        }
        return Share.ofFraction(percent / 100).wholeBuckets();
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

    private static Placed placed(Pool pool, String id, Share share) {
        UserPlace place = UserPlace.of(pool, id);
        return new Placed(
                id,
                place.bucket(),
                place.at(pool.baselineShare()).orElse(PEERS),
                place.at(share).orElse(PEERS));
    }

    private static String text(Pool pool, Share share, List<Placed> placed) {
        Table table =
                new Table("USER", "BUCKET", "AT " + pool.baselineShare().wholeBuckets() + " (BASELINE)", "AT " + share);
        placed.forEach(
                it -> table.row(Formats.safe(it.user()), Integer.toString(it.bucket()), it.baseline(), it.atShare()));
        long before = placed.stream().filter(it -> !it.baseline().equals(PEERS)).count();
        long after = placed.stream().filter(it -> !it.atShare().equals(PEERS)).count();
        return table.text() + after + " of " + placed.size() + " users are on the SUT at " + share + ", and " + before
                + " at the baseline\n";
    }
}
