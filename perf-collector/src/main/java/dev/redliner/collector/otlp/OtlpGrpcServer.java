package dev.redliner.collector.otlp;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OTLP over gRPC for metrics, without TLS, on a port of its own. One thread serves all connections: a push each second is
 * little work, and a collector has little memory.
 */
public final class OtlpGrpcServer implements AutoCloseable {
    static final String SERVICE = "opentelemetry.proto.collector.metrics.v1.MetricsService";
    static final String METHOD = SERVICE + "/Export";

    private static final Logger LOG = LoggerFactory.getLogger(OtlpGrpcServer.class);
    private static final int CLOSING_MS = 500;
    /** Each can hold a message of 4 MiB, the limit of gRPC, before it is refused. */
    private static final int CALLS_AT_ONCE = 2;

    private final Server server;
    private final EventLoopGroup thread;

    private OtlpGrpcServer(Server server, EventLoopGroup thread) {
        this.server = server;
        this.thread = thread;
    }

    /**
     * Binds the port and starts to serve.
     *
     * @throws UncheckedIOException if the port cannot be bound
     */
    public static OtlpGrpcServer start(InetSocketAddress address, OtlpPushes pushes) {
        var thread = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            Server server = NettyServerBuilder.forAddress(address)
                    .channelType(NioServerSocketChannel.class)
                    .bossEventLoopGroup(thread)
                    .workerEventLoopGroup(thread)
                    .withChildOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                    .directExecutor()
                    .maxConcurrentCallsPerConnection(CALLS_AT_ONCE)
                    .intercept(new Senders(pushes))
                    .addService(service(pushes))
                    .build()
                    .start();
            LOG.info("otlp={}:{} serving gRPC", address.getHostString(), server.getPort());
            return new OtlpGrpcServer(server, thread);
        } catch (RuntimeException e) {
            thread.shutdownGracefully(0, CLOSING_MS, TimeUnit.MILLISECONDS);
            throw e;
        } catch (IOException e) {
            thread.shutdownGracefully(0, CLOSING_MS, TimeUnit.MILLISECONDS);
            throw new UncheckedIOException(
                    "OTLP over gRPC (redliner.collector.otlp.grpc-port) on " + address.getHostString() + ":"
                            + address.getPort(),
                    e);
        }
    }

    private static ServerServiceDefinition service(OtlpPushes pushes) {
        MethodDescriptor<Message, Message> export = MethodDescriptor.<Message, Message>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(METHOD)
                .setRequestMarshaller(new Messages())
                .setResponseMarshaller(new Messages())
                .build();
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(export, ServerCalls.asyncUnaryCall((message, answer) -> take(pushes, message, answer)))
                .build();
    }

    private static void take(OtlpPushes pushes, Message message, StreamObserver<Message> answer) {
        try {
            if (message.unreadable() != null) {
                throw OtlpPushes.unreadable(message.unreadable());
            }
            pushes.take(message.bytes());
            answer.onNext(Message.EMPTY);
            answer.onCompleted();
        } catch (OtlpPushes.Refused e) {
            answer.onError(status(e).asException());
        }
    }

    private static Status status(OtlpPushes.Refused refused) {
        return status(refused.kind()).withDescription(refused.sentence());
    }

    private static Status status(OtlpPushes.Refused.Kind kind) {
        return switch (kind) {
            case SENDER -> Status.PERMISSION_DENIED;
            case SIZE -> Status.RESOURCE_EXHAUSTED;
            case FORMAT -> Status.UNIMPLEMENTED;
            case CONTENT -> Status.INVALID_ARGUMENT;
        };
    }

    /** Refuses other senders before their message is received. */
    private static final class Senders implements ServerInterceptor {
        private final OtlpPushes pushes;

        Senders(OtlpPushes pushes) {
            this.pushes = pushes;
        }

        @Override
        public <I, O> ServerCall.Listener<I> interceptCall(
                ServerCall<I, O> call, Metadata headers, ServerCallHandler<I, O> next) {
            try {
                pushes.requireAllowed(sender(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)));
                return next.startCall(call, headers);
            } catch (OtlpPushes.Refused e) {
                call.close(status(e), new Metadata());
            } catch (UnknownHostException e) {
                call.close(Status.PERMISSION_DENIED.withDescription("The sender is not known."), new Metadata());
            }
            return new ServerCall.Listener<>() {};
        }

        private static String sender(@Nullable SocketAddress address) {
            return address instanceof InetSocketAddress internet && internet.getAddress() != null
                    ? internet.getAddress().getHostAddress()
                    : String.valueOf(address);
        }
    }

    /**
     * A message as it came: a generated one would need a second parser of the same format.
     *
     * @param unreadable why it could not be unpacked; null if it could. An exception while gRPC reads it would hide the
     *     reason from the client
     */
    private record Message(byte[] bytes, @Nullable IOException unreadable) {
        /** The answer without a partial success. */
        static final Message EMPTY = new Message(new byte[0], null);
    }

    private static final class Messages implements MethodDescriptor.Marshaller<Message> {
        @Override
        public InputStream stream(Message value) {
            return new ByteArrayInputStream(value.bytes());
        }

        @Override
        public Message parse(InputStream stream) {
            try {
                return new Message(OtlpPushes.upToTooLarge(stream), null);
            } catch (IOException e) {
                return new Message(new byte[0], e);
            }
        }
    }

    /** Ends all connections and the server. Idempotent. */
    @Override
    public void close() {
        server.shutdownNow();
        thread.shutdownGracefully(0, CLOSING_MS, TimeUnit.MILLISECONDS);
    }
}
