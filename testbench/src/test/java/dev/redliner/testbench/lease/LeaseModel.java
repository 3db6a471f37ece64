package dev.redliner.testbench.lease;

import java.util.ArrayList;
import java.util.List;

/**
 * The lease chain, with small numbers throughout: two controllers that share a journal, redirectors with an Envoy each,
 * and a few orders on their way. Time passes in ticks. Every order of events that these bounds allow is a path through
 * its states.
 *
 * <p>The redirector's part is the real {@code PoolLease} and the real {@code RuntimeLayer}, see {@link Branch}. The
 * other parts behave worse than the real ones:
 * <ul>
 * <li>a controller orders any share at any time, or none for as long as it likes, as if it were frozen;
 * <li>a controller continues as if nothing had happened when it was deposed;
 * <li>any controller may take a run over at any time;
 * <li>an order may be lost, doubled, overtaken and late by any time.
 * </ul>
 *
 * @param first a controller
 * @param second another
 * @param holder the controller that holds the pool in the journal: 0 none, 1 the first, 2 the second
 * @param epochs number of claims and take-overs of the pool so far
 * @param token the journal's fencing token
 * @param branches redirectors with their Envoys
 */
record LeaseModel(Controller first, Controller second, int holder, int epochs, int token, List<Branch> branches) {
    /**
     * A controller.
     *
     * @param epoch the claim or take-over that it acts on, or 0 if it has no run
     * @param token the token of its orders
     * @param sequence of its last order
     */
    record Controller(int epoch, int token, int sequence) {
        static final Controller IDLE = new Controller(0, 0, 0);
    }

    /**
     * An order.
     *
     * @param epoch the claim or take-over behind it, which redirectors do not receive
     * @param token the fencing token, which redirectors receive instead
     * @param sequence within the token
     * @param share 0 to restore
     * @param age ticks since it was issued
     */
    record Order(int epoch, int token, int sequence, int share, int age) {
        Order older(int most) {
            return age >= most ? this : new Order(epoch, token, sequence, share, age + 1);
        }
    }

    static LeaseModel begin(Bounds bounds) {
        var branches = new ArrayList<Branch>();
        for (int i = 0; i < bounds.redirectors(); i++) {
            branches.add(Branch.begin());
        }
        return new LeaseModel(Controller.IDLE, Controller.IDLE, 0, 0, 0, List.copyOf(branches));
    }

    /** All possible next states. */
    List<LeaseModel> next(Bounds bounds) {
        var next = new ArrayList<LeaseModel>();
        controller(1, bounds, next);
        controller(2, bounds, next);
        for (int i = 0; i < branches.size(); i++) {
            for (Branch branch : branches.get(i).next(bounds)) {
                next.add(with(i, branch));
            }
        }
        next.add(withBranches(branches.stream().map(b -> b.tick(bounds)).toList()));
        return next.stream().map(LeaseModel::normal).toList();
    }

    private void controller(int which, Bounds bounds, List<LeaseModel> next) {
        Controller one = which == 1 ? first : second;
        if (epochs < bounds.epochs()) {
            claimOrTakeOver(which, bounds, next);
        }
        if (one.epoch() > 0) {
            next.add(with(which, Controller.IDLE));
            for (int share = 0; share <= bounds.shares(); share++) {
                next.add(orders(which, one, share, bounds));
            }
        }
    }

    private void claimOrTakeOver(int which, Bounds bounds, List<LeaseModel> next) {
        if (holder == 0) {
            var claimed = new Controller(epochs + 1, token + 1, 0);
            next.add(new LeaseModel(first, second, which, epochs + 1, token + 1, branches).with(which, claimed));
        } else {
            int newToken = bounds.mistake() == Mistake.TAKE_OVER_KEEPS_TOKEN ? token : token + 1;
            var restores = new Controller(epochs + 1, newToken, 0);
            var taken = new LeaseModel(first, second, which, epochs + 1, newToken, branches).with(which, restores);
            next.add(taken.orders(which, restores, 0, bounds));
        }
    }

    /**
     * Sends an order to every redirector with room on the way. A controller that restores is done and releases its
     * pool.
     */
    private LeaseModel orders(int which, Controller one, int share, Bounds bounds) {
        var after = new Controller(one.epoch(), one.token(), one.sequence() + 1);
        var order = new Order(one.epoch(), one.token(), after.sequence(), share, 0);
        LeaseModel sent = withBranches(branches.stream()
                        .map(branch -> branch.onItsWay(order, bounds))
                        .toList())
                .with(which, share == 0 ? Controller.IDLE : after);
        boolean letsGo = share == 0 && holder == which && one.epoch() == epochs;
        return letsGo ? new LeaseModel(sent.first, sent.second, 0, epochs, token, sent.branches) : sent;
    }

    private LeaseModel with(int which, Controller controller) {
        return which == 1
                ? new LeaseModel(controller, second, holder, epochs, token, branches)
                : new LeaseModel(first, controller, holder, epochs, token, branches);
    }

    private LeaseModel with(int index, Branch branch) {
        var changed = new ArrayList<>(branches);
        changed.set(index, branch);
        return withBranches(changed);
    }

    private LeaseModel withBranches(List<Branch> changed) {
        return new LeaseModel(first, second, holder, epochs, token, List.copyOf(changed));
    }

    /** Replaces sequences by ranks: only their order matters, and so there are finitely many states. */
    private LeaseModel normal() {
        var ranks = new Ranks();
        ranks.note(first.token(), first.sequence());
        ranks.note(second.token(), second.sequence());
        branches.forEach(branch -> branch.note(ranks));
        return new LeaseModel(
                normal(first, ranks),
                normal(second, ranks),
                holder,
                epochs,
                token,
                branches.stream().map(branch -> branch.normal(ranks)).toList());
    }

    private static Controller normal(Controller one, Ranks ranks) {
        return new Controller(one.epoch(), one.token(), ranks.of(one.token(), one.sequence()));
    }

    /** Describes a broken invariant in this state. Returns empty if there is none. */
    String broken(Bounds bounds) {
        return branches.stream()
                .map(branch -> branch.broken(bounds))
                .filter(what -> !what.isEmpty())
                .findFirst()
                .orElse("");
    }
}
