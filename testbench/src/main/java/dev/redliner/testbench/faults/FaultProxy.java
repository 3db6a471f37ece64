package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The path from a part to a server, which can fail as networks fail. It can be cut: existing and new connections are
 * reset. It can be mute: all connections stay open and nothing gets through, as when packets are lost on the way.
 */
public final class FaultProxy implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;
    private static final int CONNECT_MS = 2_000;

    private enum State {
        OPEN,
        CUT,
        MUTE
    }

    private final ServerSocket listening;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private volatile State state = State.OPEN;
    private volatile boolean closed;

    private FaultProxy(int targetPort) {
        try {
            this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
            this.listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("no link to port " + targetPort, e);
        }
    }

    /** A link to a loopback port, which need not be open yet. */
    public static FaultProxy to(int targetPort) {
        var link = new FaultProxy(targetPort);
        daemon(link::accept, "link-accept");
        return link;
    }

    /** The port to connect to instead of the target. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Resets existing connections and every new one. */
    public void cut() {
        state = State.CUT;
        sockets.forEach(FaultProxy::reset);
    }

    /** Holds all data back without closing a connection. */
    public void mute() {
        state = State.MUTE;
    }

    /** Lets everything through. Data that was held back while mute continues on its way. */
    public void mend() {
        synchronized (gate) {
            state = State.OPEN;
            gate.notifyAll();
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                daemon(() -> serve(client), "link");
            } catch (IOException e) {
                // closed, or the client is already gone
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                var server = new Socket()) {
            passGate();
            sockets.add(server);
            server.connect(target, CONNECT_MS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = daemon(() -> pump(server, client), "link-back");
            pump(client, server);
            back.join();
            sockets.remove(server);
        } catch (IOException e) {
            reset(client);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(client);
        }
    }

    private void pump(Socket from, Socket to) {
        var buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                passGate();
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            reset(from);
            reset(to);
        }
    }

    private void passGate() throws IOException {
        synchronized (gate) {
            while (state == State.MUTE && !closed) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        }
        if (state == State.CUT) {
            throw new IOException("cut");
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // already closed
        }
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listening.close();
        cut();
        mend();
    }
}
