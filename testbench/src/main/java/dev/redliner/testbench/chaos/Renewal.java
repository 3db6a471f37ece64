package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.Share;

/**
 * Permission for an Envoy to hold an override for another TTL.
 *
 * @param order the order behind the renewal
 * @param received when the redirector received that order, in virtual time
 * @param sent when the redirector wrote to the Envoy, in virtual time
 * @param share the share that is renewed
 */
record Renewal(SentOrder order, long received, long sent, Share share) {}
