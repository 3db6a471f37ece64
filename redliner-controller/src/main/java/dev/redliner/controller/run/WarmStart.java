package dev.redliner.controller.run;

import dev.redliner.search.Rps;
import dev.redliner.search.SearchSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the search of a run begins: the data that was taken from the history of the service, and the part of it that
 * still applies to the SUT.
 *
 * @param settings the settings of the search, including data from earlier
 * @param profile the name of the profile; null if there is none
 * @param earlier the earlier run that the search begins from; null for a cold start
 * @param words the description for users; empty if no beginning was requested
 */
public record WarmStart(
        SearchSettings settings, @Nullable String profile, @Nullable EarlierRedline earlier, String words) {

    /** The beginning that the settings define. */
    static WarmStart of(SearchSettings settings) {
        return new WarmStart(settings, null, null, "");
    }

    /** The requested beginning. Earlier measurements are not used until the SUT was seen. */
    static WarmStart planned(WarmStartRequest beginning) {
        SearchSettings settings = SearchSettings.profile(beginning.profile())
                .orElseThrow(IllegalArgumentException::new)
                .knowing(beginning.traffic().stream().map(Integer::doubleValue).toList());
        EarlierRedline earlier = beginning.earlier();
        String words = earlier == null
                ? "began from nothing: " + beginning.cold()
                : "may begin from run " + earlier.run() + ": " + Rps.of(earlier.rps());
        return new WarmStart(settings, beginning.profile(), earlier, words);
    }

    /**
     * The beginning once the SUT was seen. A host of another size is another host. The result is less certain for a
     * host that was restarted or redeployed, or that may have been.
     *
     * @param sut the hosts of the SUT
     * @param identity the present identity of the SUT
     */
    WarmStart seen(List<String> sut, Map<String, Double> identity, Instant now) {
        EarlierRedline before = earlier;
        if (before == null) {
            return this;
        }
        Set<String> changed = Identity.changed(before.identity(), identity);
        if (changed.stream().anyMatch(Identity::size)) {
            return new WarmStart(
                    settings,
                    profile,
                    null,
                    "began from nothing: the SUT has another size than in run " + before.run() + " (" + changed + ")");
        }
        boolean known = Identity.tellsRestarts(sut, before.identity(), identity);
        String since = !known
                ? "; whether the SUT was changed since is not known"
                : changed.isEmpty() ? "" : "; the SUT was restarted or redeployed since";
        int changes = known && changed.isEmpty() ? 0 : 1;
        List<Double> traffic = settings.known().poolRps();
        // starts from the profile again: a baseline that did not settle begins anew
        SearchSettings plain = profile == null
                ? settings
                : SearchSettings.profile(profile).orElse(settings).knowing(traffic);
        return new WarmStart(
                plain.knowing(before.prior(changes, now)),
                profile,
                before,
                "began from run " + before.run() + ": " + Rps.of(before.rps()) + ", " + before.ageInWords(now) + since);
    }
}
