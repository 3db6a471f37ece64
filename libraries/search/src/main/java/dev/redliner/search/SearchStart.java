package dev.redliner.search;

/** Begins a search once the SUT's normal load is known. */
@FunctionalInterface
public interface SearchStart {
    /**
     * A new search.
     *
     * @param normalLoad the SUT's load at the baseline, requests per second
     * @param highestLoad the highest load that can be brought, requests per second
     */
    Search from(double normalLoad, double highestLoad, SearchSettings settings);
}
