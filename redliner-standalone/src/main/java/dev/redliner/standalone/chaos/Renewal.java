package dev.redliner.standalone.chaos;

import dev.redliner.contracts.redirect.Share;

/**
 * What lets an Envoy hold an override a while longer.
 *
 * @param order the order behind it
 * @param heard when the redirector heard that order, in virtual time
 * @param sent when the redirector wrote to the Envoy
 * @param share the share it is about
 */
record Renewal(SentOrder order, long heard, long sent, Share share) {}
