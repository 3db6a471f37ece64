package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.RedirectOrder;

/**
 * An order as it was sent.
 *
 * @param order the order
 * @param from the controller process that sent it
 * @param life the life of that controller
 * @param at in virtual time
 */
record SentOrder(RedirectOrder order, SimulatedProcess from, int life, long at) {}
