package dev.redliner.controller.run;

import dev.redliner.controller.search.Rps;
import dev.redliner.controller.search.SearchSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a run's search begins: what was taken from the service's history, and what of it still holds for the SUT as it was
 * found.
 *
 * @param settings what the search is tuned by, and what it knows before
 * @param profile the name of the tuning; null if it has none
 * @param earlier what it begins from; null if from nothing
 * @param words the same for a person; empty if nobody said how to begin
 */
public record Opening(SearchSettings settings, @Nullable String profile, @Nullable Earlier earlier, String words) {

    /** As its settings say. */
    static Opening of(SearchSettings settings) {
        return new Opening(settings, null, null, "");
    }

    /** As somebody asked; what is taken from before is not used until the SUT was seen. */
    static Opening planned(Beginning beginning) {
        SearchSettings settings = SearchSettings.profile(beginning.profile())
                .orElseThrow(IllegalArgumentException::new)
                .knowing(beginning.traffic().stream().map(Integer::doubleValue).toList());
        Earlier earlier = beginning.earlier();
        String words = earlier == null
                ? "began from nothing: " + beginning.cold()
                : "may begin from run " + earlier.run() + ": " + Rps.of(earlier.rps());
        return new Opening(settings, beginning.profile(), earlier, words);
    }

    /**
     * Once the SUT was seen. A host of another size is another host; one that was restarted or redeployed, or may have
     * been, is known less well.
     *
     * @param sut the hosts of the SUT
     * @param identity what identifies them now
     */
    Opening seen(List<String> sut, Map<String, Double> identity, Instant now) {
        Earlier before = earlier;
        if (before == null) {
            return this;
        }
        Set<String> changed = Identity.changed(before.identity(), identity);
        if (changed.stream().anyMatch(Identity::size)) {
            return new Opening(
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
        // from the profile again: a baseline that did not settle is begun anew
        SearchSettings plain = profile == null
                ? settings
                : SearchSettings.profile(profile).orElse(settings).knowing(traffic);
        return new Opening(
                plain.knowing(before.prior(changes, now)),
                profile,
                before,
                "began from run " + before.run() + ": " + Rps.of(before.rps()) + ", " + before.ageInWords(now) + since);
    }
}
