package dev.redliner.redirector.xds;

/** Writes to one Envoy. Never blocks. */
interface RuntimeSender {
    /** Whether what is written now leaves soon, rather than waiting behind what the Envoy has not read. */
    boolean ready();

    void layer(Dispatch dispatch, String nonce);

    void heartbeat(Dispatch dispatch, String nonce);

    void absent(String name, String nonce);

    /** Ends the stream; the Envoy will connect again, perhaps elsewhere. */
    void close();
}
