package dev.redliner.redirector;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.UserPlace;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Where the users {@code user-0}, {@code user-1} and so on are expected, as {@link UserPlace} predicts it. */
final class ExpectedUsers {
    private ExpectedUsers() {}

    /** The users on the SUT at a share. */
    static Set<Integer> atSut(Pool pool, double share, int users) {
        return IntStream.range(0, users)
                .filter(user -> !host(pool, share, user).equals("peer"))
                .boxed()
                .collect(Collectors.toSet());
    }

    /** The host of each user at a share. */
    static List<String> hosts(Pool pool, double share, int users) {
        return IntStream.range(0, users)
                .mapToObj(user -> host(pool, share, user))
                .toList();
    }

    private static String host(Pool pool, double share, int user) {
        return UserPlace.of(pool, "user-" + user).at(Share.ofFraction(share)).orElse("peer");
    }
}
