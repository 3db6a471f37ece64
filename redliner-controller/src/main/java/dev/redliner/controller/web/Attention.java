package dev.redliner.controller.web;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.notification.Notifications.Status;
import dev.redliner.search.Redline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person should look at.
 *
 * @param urgency 0 for the worst
 * @param icon the id of a symbol
 * @param mood the colour: {@code bad} or {@code warn}
 * @param title what it is
 * @param link the page that shows it
 * @param detail the reason, and what to do
 * @param when a short time or value; empty if none
 */
record Attention(int urgency, String icon, String mood, String title, String link, String detail, String when) {
    /** The most that are shown at once. */
    static final int MOST = 8;

    /** As of the alert ScheduleWithoutResult. */
    private static final int UNSUCCESSFUL = 3;

    /** The causes of one service, the worst first. */
    static List<Attention> of(ServiceRow row, List<RunSummary> runs, Instant now) {
        List<Attention> found = new ArrayList<>();
        String page = "/services/" + row.name();
        if (row.problem() != null) {
            found.add(new Attention(1, "i-bad", "bad", row.name() + ": cannot be measured", page, row.problem(), ""));
        }
        HeadroomBar headroom = row.headroom();
        if (headroom != null && headroom.little()) {
            found.add(new Attention(
                    headroom.left() < 0 ? 2 : 3,
                    "i-warn",
                    headroom.left() < 0 ? "bad" : "warn",
                    row.name() + ": "
                            + (headroom.left() < 0 ? "the peak is above the safe capacity" : "little headroom"),
                    page,
                    "The busiest five minutes of the last 7 days: " + headroom.arithmetic() + ".",
                    headroom.words()));
        }
        Attention failed = failed(runs, now);
        if (failed != null) {
            found.add(failed);
        }
        Attention moved = moved(runs);
        if (moved != null) {
            found.add(moved);
        }
        if (row.stale()) {
            found.add(new Attention(
                    6,
                    "i-ask",
                    "warn",
                    row.name() + ": old result",
                    page,
                    "No run has completed for more than " + ServiceRow.FRESH.toDays() + " days.",
                    row.age() == null ? "" : row.age()));
        }
        return found;
    }

    /** A destination of notifications whose newest attempt failed; null if it works. */
    static @Nullable Attention failing(Status destination, Instant now) {
        Instant since = destination.failingSince();
        return destination.failing()
                ? new Attention(
                        4,
                        "i-warn",
                        "warn",
                        destination.name() + ": notifications are not received",
                        "/notifications",
                        "The destination did not take the last event: " + destination.lastError() + ".",
                        since == null ? "" : Figures.age(since, now))
                : null;
    }

    /** The schedules whose newest {@value #UNSUCCESSFUL} firings or more brought no result. */
    static List<Attention> of(Map<String, Long> unsuccessfulFirings) {
        return unsuccessfulFirings.entrySet().stream()
                .filter(schedule -> schedule.getValue() >= UNSUCCESSFUL)
                .map(schedule -> new Attention(
                        5,
                        "i-cal",
                        "warn",
                        schedule.getKey() + ": no result of the last " + schedule.getValue() + " firings",
                        "/schedules/" + schedule.getKey(),
                        "They were skipped, or their runs did not complete. The page of the schedule has the reasons.",
                        ""))
                .toList();
    }

    /** A calendar that cannot be relied on. */
    static Attention calendar(String name, String why) {
        return new Attention(
                4,
                "i-cal",
                "warn",
                name + ": this calendar cannot be relied on",
                "/schedules#calendars",
                why + " No run begins whose schedule refers to it.",
                "");
    }

    /** The newest run, if it ended without a redline, or with one that is not the expected one. */
    private static @Nullable Attention failed(List<RunSummary> runs, Instant now) {
        RunSummary last =
                runs.stream().filter(run -> run.state().over()).findFirst().orElse(null);
        if (last == null) {
            return null;
        }
        if (last.state() == RunState.COMPLETED) {
            return last.expectation() == MetCheck.NOT_MET ? unexpected(last, now) : null;
        }
        Sign sign = Sign.of(last.state());
        Instant ended = last.endedAt();
        return new Attention(
                4,
                sign.icon(),
                "warn",
                last.service() + ": last run " + sign.words().toLowerCase(Locale.ROOT),
                "/runs/" + last.id(),
                last.reason() == null ? "No reason was recorded." : last.reason(),
                ended == null ? "" : Figures.age(ended, now));
    }

    private static Attention unexpected(RunSummary run, Instant now) {
        Instant ended = run.endedAt();
        return new Attention(
                4,
                "i-warn",
                "warn",
                run.service() + ": the last result is not the expected one",
                "/runs/" + run.id(),
                "The report has each expectation beside what was measured.",
                ended == null ? "" : Figures.age(ended, now));
    }

    private static boolean wide(RedlineReport redline) {
        Double high = redline.high();
        return high != null && Redline.isWide(redline.low(), high);
    }

    /** The newest redline and the one before, if their intervals do not overlap. A wide one shows no change. */
    private static @Nullable Attention moved(List<RunSummary> runs) {
        List<RunSummary> measured =
                runs.stream().filter(run -> run.result() != null).toList();
        RunSummary earlier = measured.stream()
                .skip(1)
                .filter(run -> run.redline() != null && !wide(run.redline()))
                .findFirst()
                .orElse(null);
        if (earlier == null) {
            return null;
        }
        RedlineReport now = measured.get(0).redline();
        RedlineReport before = earlier.redline();
        if (now == null || before == null || wide(now) || now.high() == null || before.high() == null) {
            return null;
        }
        boolean less = now.high() < before.low();
        if (!less && now.low() <= before.high()) {
            return null;
        }
        double change = now.rps() / before.rps() - 1;
        return new Attention(
                5,
                "i-warn",
                "warn",
                measured.get(0).service() + ": carries " + Figures.percent(Math.abs(change))
                        + (less ? " less" : " more"),
                "/runs/" + measured.get(0).id(),
                "Now " + Figures.interval(now) + ", before " + Figures.interval(before) + " (" + earlier.id() + ").",
                "");
    }

    static List<Attention> worstFirst(List<Attention> all) {
        return all.stream()
                .sorted(Comparator.comparingInt(Attention::urgency).thenComparing(Attention::title))
                .toList();
    }
}
