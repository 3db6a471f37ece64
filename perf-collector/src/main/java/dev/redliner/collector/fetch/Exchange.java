package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.http.AddressRefused;
import dev.redliner.http.Answer;
import dev.redliner.http.ExchangeFailed;
import dev.redliner.http.GuardedHttp;
import dev.redliner.http.Request;
import dev.redliner.http.TooLong;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One GET with a deadline. */
final class Exchange {
    /** A second attempt with less time left than this would only end in a timeout. */
    private static final Duration WORTHWHILE = Duration.ofMillis(60);

    private static final int LONGEST_PLACE = 200;

    private final GuardedHttp http;

    Exchange(GuardedHttp http) {
        this.http = http;
    }

    /** @param deadlineNanos by {@link System#nanoTime()} */
    Answer get(URI uri, String accept, long deadlineNanos) throws ReadFailed {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            throw new TargetFailed("no time left to ask " + uri.getAuthority());
        }
        try {
            return successful(http.send(Request.get(uri, Map.of("Accept", accept)), Duration.ofNanos(leftNanos)));
        } catch (AddressRefused e) {
            throw new TargetRefused(e.reason());
        } catch (TooLong e) {
            throw new TargetFailed(e.reason());
        } catch (ExchangeFailed e) {
            boolean timeLeft = deadlineNanos - System.nanoTime() > WORTHWHILE.toNanos();
            throw new TargetFailed(e.reason(), timeLeft, e);
        }
    }

    private static String cut(String place) {
        return place.length() <= LONGEST_PLACE ? place : place.substring(0, LONGEST_PLACE) + "...";
    }

    private static Answer successful(Answer answer) throws TargetFailed {
        if (answer.status() != 200) {
            Optional<String> elsewhere = answer.header("Location").filter(place -> answer.status() / 100 == 3);
            throw new TargetFailed("answered " + answer.status()
                    + elsewhere
                            .map(place -> " to " + cut(place) + "; " + Gap.NOT_FOLLOWED)
                            .orElse(""));
        }
        return answer;
    }
}
