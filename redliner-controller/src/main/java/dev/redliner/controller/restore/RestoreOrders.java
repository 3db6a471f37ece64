package dev.redliner.controller.restore;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Creates the orders that restore every pool, even if the database is unavailable. */
final class RestoreOrders {
    private static final Logger log = LoggerFactory.getLogger(RestoreOrders.class);

    private final ServiceCatalog catalog;
    private final FencingTokens tokens;
    private final SeenEnvoys envoys;

    RestoreOrders(ServiceCatalog catalog, FencingTokens tokens, SeenEnvoys envoys) {
        this.catalog = catalog;
        this.tokens = tokens;
        this.envoys = envoys;
    }

    /**
     * The orders to send.
     *
     * @param journal whether the journal could be read and its tokens raised
     * @param pools all pools that were found, including those that need no order
     * @param orders one order for each pool that may need it
     */
    record Plan(boolean journal, List<String> pools, List<RedirectOrder> orders) {}

    Plan plan(Instant now) {
        try {
            return fromJournal(now);
        } catch (DataAccessException | TransactionException e) {
            log.error("the database is unavailable: {}; restoring the pools that redirectors report", e.getMessage());
            return fromReports(now);
        }
    }

    private Plan fromJournal(Instant now) {
        TreeSet<String> pools = new TreeSet<>(envoys.pools());
        catalog.list().stream().map(StoredService::name).forEach(pools::add);
        List<RedirectOrder> orders = new ArrayList<>();
        for (String pool : pools) {
            orders.add(RedirectOrder.restoreAbove(pool, tokens.raise(pool), now));
        }
        return new Plan(true, List.copyOf(pools), orders);
    }

    private Plan fromReports(Instant now) {
        List<RedirectOrder> orders = envoys.pools().stream()
                .filter(pool -> envoys.token(pool) > 0)
                .map(pool -> RedirectOrder.restoreWithoutJournal(pool, envoys.token(pool), now))
                .toList();
        return new Plan(false, List.copyOf(envoys.pools()), orders);
    }
}
