package dev.redliner.controller.web;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.UserPlace;
import java.util.List;

/**
 * Users of a front-end pool and the hosts that serve them.
 *
 * @param baseline the share without a run
 * @param share the share that was asked for
 * @param rows one for each user
 * @param words how many of them a run moves
 */
record UsersTable(String baseline, String share, List<Row> rows, String words) {
    private static final String PEERS = "peers";

    /**
     * A user.
     *
     * @param baseline the host of the SUT that serves the user without a run, or {@code peers}
     * @param atShare the same at the share
     */
    record Row(String user, int bucket, String baseline, String atShare) {
        public boolean isOnSut() {
            return !atShare.equals(PEERS);
        }
    }

    static UsersTable of(Pool pool, List<String> users, Share share) {
        Share baseline = pool.baselineShare().wholeBuckets();
        List<Row> rows =
                users.stream().map(user -> row(pool, user, baseline, share)).toList();
        long after = rows.stream().filter(Row::isOnSut).count();
        long before = rows.stream().filter(row -> !row.baseline().equals(PEERS)).count();
        return new UsersTable(
                baseline.toString(),
                share.toString(),
                rows,
                after + " of " + rows.size() + " users are on the SUT at " + share + ", and " + before
                        + " at the baseline.");
    }

    private static Row row(Pool pool, String user, Share baseline, Share share) {
        UserPlace place = UserPlace.of(pool, user);
        return new Row(
                user,
                place.bucket(),
                place.at(baseline).orElse(PEERS),
                place.at(share).orElse(PEERS));
    }
}
