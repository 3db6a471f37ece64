package dev.redliner.service;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import java.util.List;

/**
 * Users of a front-end pool and the hosts that serve them at a share.
 *
 * @param baseline the share without a run
 * @param share the share, of whole buckets
 * @param users in the order in which they were asked for
 */
public record UsersAtShare(Share baseline, Share share, List<Placed> users) {
    private static final String PEERS = "peers";

    public UsersAtShare {
        users = List.copyOf(users);
    }

    /**
     * A user.
     *
     * @param bucket from 0
     * @param baseline the host of the SUT that serves the user without a run, or {@code peers}
     * @param atShare the host of the SUT that serves the user at the share, or {@code peers}
     */
    public record Placed(String user, int bucket, String baseline, String atShare) {
        /** Whether the SUT serves the user at the share. */
        public boolean servedBySut() {
            return !atShare.equals(PEERS);
        }

        private boolean servedBySutInAnyCase() {
            return !baseline.equals(PEERS);
        }
    }

    /**
     * Places users.
     *
     * @param ids as the Envoys receive them in the header or cookie
     * @throws IllegalArgumentException if the pool is not of the front-end tier: its requests are placed at random
     */
    public static UsersAtShare of(Pool pool, List<String> ids, Share share) {
        Share baseline = pool.baselineShare().wholeBuckets();
        Share whole = share.wholeBuckets();
        return new UsersAtShare(
                baseline,
                whole,
                ids.stream().map(id -> placed(pool, id, baseline, whole)).toList());
    }

    private static Placed placed(Pool pool, String id, Share baseline, Share share) {
        UserPlace place = UserPlace.of(pool, id);
        return new Placed(
                id,
                place.bucket(),
                place.at(baseline).orElse(PEERS),
                place.at(share).orElse(PEERS));
    }

    /** How many of the users the SUT serves. */
    public String words() {
        long after = users.stream().filter(Placed::servedBySut).count();
        long before = users.stream().filter(Placed::servedBySutInAnyCase).count();
        return after + " of " + users.size() + " users are on the SUT at " + share + ", and " + before
                + " at the baseline";
    }
}
