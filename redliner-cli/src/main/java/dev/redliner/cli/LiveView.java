package dev.redliner.cli;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.StepReport;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run as it happens. On a terminal a block that is always up to date, with a growing log of finished steps above
 * it; elsewhere one plain line for each step and change of state, and one every five seconds of the run.
 */
public final class LiveView {
    private static final Duration PLAIN_EVERY = Duration.ofSeconds(5);
    private static final String UP_AND_CLEAR = "\u001b[%dA\u001b[J";
    private static final String BOLD = "\u001b[1m%s\u001b[0m";
    private static final String RED = "\u001b[31mFAIL\u001b[0m   ";
    private static final String YELLOW = "\u001b[33mUNKNOWN\u001b[0m";
    private static final String GREEN = "\u001b[32mPASS\u001b[0m   ";

    private final PrintStream out;
    private final boolean terminal;
    private final int columns;
    private int drawn;
    private @Nullable StepReport step;
    private @Nullable Instant lastPlain;
    /** The decision that the log ends with. */
    private String said = "";
    /** The rules of its last line. */
    private Map<String, String> saidOfRules = Map.of();

    /**
     * @param terminal whether {@code out} understands ANSI escapes
     * @param columns the terminal's width; longer lines are broken between words there, and stay whole elsewhere
     */
    public LiveView(PrintStream out, boolean terminal, int columns) {
        this.out = out;
        this.terminal = terminal;
        this.columns = Math.max(40, columns);
    }

    /** For a stream of this process: a terminal unless output is redirected, or TERM or NO_COLOR say otherwise. */
    public static LiveView on(PrintStream out) {
        String term = System.getenv("TERM");
        boolean ansi =
                Terminal.isPresent() && term != null && !term.equals("dumb") && System.getenv("NO_COLOR") == null;
        return new LiveView(out, ansi, TextWidth.ofOutput());
    }

    /** Takes the news in. */
    public synchronized void show(RunUpdate news) {
        switch (news.kind()) {
            case TICK -> tick((LiveTick) news.data());
            case STEP -> step((StepReport) news.data());
            case STATE, END -> changed((RunReport) news.data());
        }
    }

    /** Says something beside the run, such as a lost connection. */
    public synchronized void note(String text) {
        log(text);
    }

    private void tick(LiveTick tick) {
        if (terminal) {
            erase();
            draw(LiveLines.block(tick, step));
        } else if (lastPlain == null || !tick.at().isBefore(lastPlain.plus(PLAIN_EVERY))) {
            lastPlain = tick.at();
            out.println(LiveLines.brief(tick, said, saidOfRules));
            said = tick.decision();
            saidOfRules = LiveLines.rules(tick);
        }
        out.flush();
    }

    private void changed(RunReport run) {
        log(LiveLines.changed(run, said));
        said = run.reason() == null ? said : run.reason();
    }

    private void step(StepReport news) {
        step = news.to() == null ? news : null;
        if (news.to() != null) {
            log(LiveLines.ended(news));
            said = String.valueOf(news.ended());
        } else if (!terminal) {
            log(LiveLines.began(news, said));
            said = news.why();
        }
    }

    private void log(String line) {
        erase();
        if (terminal) {
            Fold.at(columns, LiveLines.LOG_INDENT, line).forEach(out::println);
        } else {
            out.println(line);
        }
        out.flush();
    }

    private void draw(List<String> lines) {
        List<String> folded = lines.stream()
                .flatMap(line -> Fold.at(columns, LiveLines.BLOCK_INDENT, line).stream())
                .toList();
        for (int i = 0; i < folded.size(); i++) {
            out.println(i == 0 ? String.format(BOLD, folded.get(i)) : colored(folded.get(i)));
        }
        drawn = folded.size();
    }

    private static String colored(String line) {
        return line.replaceFirst("(?<=^ {2}.{8,64} {2})FAIL {3}", RED)
                .replaceFirst("(?<=^ {2}.{8,64} {2})UNKNOWN", YELLOW)
                .replaceFirst("(?<=^ {2}.{8,64} {2})PASS {3}", GREEN);
    }

    private void erase() {
        if (drawn > 0) {
            out.printf(UP_AND_CLEAR, drawn);
            drawn = 0;
        }
    }
}
