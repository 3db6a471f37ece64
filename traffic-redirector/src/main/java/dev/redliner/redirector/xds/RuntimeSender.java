package dev.redliner.redirector.xds;

/** Writes to one Envoy. Never blocks. */
interface RuntimeSender {
    /** Whether a message written now is sent soon, rather than waiting behind messages that the Envoy has not read. */
    boolean ready();

    void layer(RuntimeVersion dispatch, String nonce);

    void heartbeat(RuntimeVersion dispatch, String nonce);

    void absent(String name, String nonce);

    /** Ends the stream; the Envoy will reconnect, possibly to another redirector. */
    void close();
}
