package dev.redliner.standalone.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;

/**
 * An order as it was really sent.
 *
 * @param order the order
 * @param from the controller's process
 * @param life which life of it
 * @param at in virtual time
 */
record SentOrder(RedirectOrder order, Machine from, int life, long at) {}
