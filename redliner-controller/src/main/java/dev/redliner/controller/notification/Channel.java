package dev.redliner.controller.notification;

/** A way to send events to a destination. Implementations have time limits of their own. */
interface Channel {
    /** Sends the event once. */
    void send(LifecycleEvent event) throws DeliveryFailed;

    /** The address for people, without secrets. */
    String address();
}
