package dev.redliner.cli;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Follows a run to its end, and reconnects when the connection breaks. */
final class RunWatcher {
    private static final int MOST_TRIES = 30;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
    /** The server sends a heartbeat at least once a minute. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

    private final Server server;
    private final LiveView view;
    private final Duration longestSilence;
    private long seen;
    private boolean reached;

    RunWatcher(Server server, LiveView view) {
        this(server, view, LONGEST_SILENCE);
    }

    /** @param longestSilence a connection on which nothing arrives for longer is taken as lost */
    RunWatcher(Server server, LiveView view, Duration longestSilence) {
        this.server = server;
        this.view = view;
        this.longestSilence = longestSilence;
    }

    /**
     * Returns the run after its end.
     *
     * @throws CliFailure if the server has no such run or stays unreachable
     */
    RunReport follow(String run) {
        for (int failed = 0; failed < MOST_TRIES; ) {
            long before = seen;
            try {
                Optional<RunReport> end = followOnce(run);
                if (end.isPresent()) {
                    return end.get();
                }
            } catch (CliFailure e) {
                if (!reached) {
                    throw e;
                }
                view.note("the connection is lost, trying again: " + Formats.safe(e.getMessage()));
            }
            failed = seen > before ? 0 : failed + 1;
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
        }
        throw new CliFailure(ExitCode.USAGE, "the server stays away; the run restores its traffic without it");
    }

    private Optional<RunReport> followOnce(String run) {
        HttpResponse<Stream<String>> response = server.stream(RunCommands.path(run) + "/events", seen);
        if (response.statusCode() != 200) {
            response.body().close();
            return Optional.of(over(run));
        }
        reached = true;
        RunEvents events = new RunEvents();
        try (Stream<String> lines = response.body();
                SilenceGuard guard = new SilenceGuard(longestSilence, lines::close)) {
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                guard.heard();
                Optional<RunUpdate> news = events.line(each.next());
                news.ifPresent(this::take);
                if (news.isPresent() && news.get().kind() == RunUpdate.Kind.END) {
                    return Optional.of((RunReport) news.get().data());
                }
            }
        } catch (UncheckedIOException e) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "the stream of run " + run + " broke off, or was silent for "
                            + Math.max(1, longestSilence.toSeconds()) + " s");
        }
        return Optional.of(RunCommands.find(server, run))
                .filter(report -> report.state().over());
    }

    /** The run, which must be over because its stream has ended. */
    private RunReport over(String run) {
        RunReport report = RunCommands.find(server, run);
        if (!report.state().over()) {
            throw new CliFailure(ExitCode.USAGE, "the server does not stream run " + run + " now");
        }
        return report;
    }

    private void take(RunUpdate news) {
        seen = news.sequence();
        view.show(news);
    }
}
