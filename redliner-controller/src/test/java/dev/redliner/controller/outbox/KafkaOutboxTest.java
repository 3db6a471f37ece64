package dev.redliner.controller.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** An outbox whose producer blocks its caller until the test releases it. */
class KafkaOutboxTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HeldProducer kafka = new HeldProducer();
    private final AtomicLong nanos = new AtomicLong();
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final KafkaOutbox outbox = new KafkaOutbox(kafka, JSON, new SimpleMeterRegistry(), nanos::get);

    /** Simulates a producer without a broker, which blocks for a while and then fails. */
    private static final class HeldProducer extends MockProducer<String, byte[]> {
        private final Semaphore held = new Semaphore(0);
        private final Semaphore letGo = new Semaphore(0);
        private volatile Optional<RuntimeException> error = Optional.empty();

        HeldProducer() {
            super(true, null, new StringSerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<String, byte[]> record, Callback callback) {
            held.release();
            letGo.acquireUninterruptibly();
            error.ifPresent(it -> {
                throw it;
            });
            return super.send(record, callback);
        }
    }

    @AfterEach
    void close() {
        kafka.letGo.release(1_000);
        outbox.close();
    }

    private void send(String pool, long token, long sequence, Action action) {
        var order = new RedirectOrder(
                pool, pool + "-" + token, token, sequence, action, new Share(5_000), NOW, Duration.ofSeconds(3), 1);
        outbox.send(order, () -> taken.add(pool + "/" + sequence), failures::add);
    }

    private List<RedirectOrder> sent() {
        kafka.letGo.release(1_000);
        outbox.flush();
        return kafka.history().stream()
                .filter(record -> record.topic().equals(Topics.REDIRECTS))
                .map(record -> JSON.readValue(record.value(), RedirectOrder.class))
                .toList();
    }

    @Test
    void of_the_orders_that_wait_for_kafka_the_newest_of_each_pool_is_sent() {
        send("shop", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        send("shop", 1, 2, Action.SHIFT);
        send("cart", 4, 1, Action.SHIFT);
        send("shop", 1, 3, Action.RESTORE);

        assertThat(sent())
                .extracting(RedirectOrder::pool, RedirectOrder::sequence)
                .containsExactly(tuple("shop", 1L), tuple("shop", 3L), tuple("cart", 1L));
        assertThat(taken)
                .as("those that Kafka has, and not the replaced one")
                .containsExactly("shop/1", "shop/3", "cart/1");
        assertThat(failures).isEmpty();
    }

    @Test
    void what_ends_a_lease_for_good_is_not_replaced_by_an_order_that_ranks_below_it() {
        send("cart", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        send("shop", 1, RedirectOrder.LAST_SEQUENCE, Action.RESTORE);
        send("shop", 1, 7, Action.RESTORE);

        assertThat(sent())
                .filteredOn(order -> order.pool().equals("shop"))
                .singleElement()
                .satisfies(order -> assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE));
    }

    @Test
    void an_order_that_waited_for_longer_than_it_holds_is_not_sent() {
        send("cart", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        send("shop", 1, 1, Action.SHIFT);
        nanos.addAndGet(Duration.ofMillis(3_001).toNanos());

        assertThat(sent()).extracting(RedirectOrder::pool).containsExactly("cart");
        assertThat(failures).singleElement().asString().contains("no longer held");
    }

    @Test
    void the_way_back_is_sent_however_long_it_waited() {
        send("cart", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        send("shop", 1, 1, Action.RESTORE);
        nanos.addAndGet(Duration.ofSeconds(20).toNanos());

        assertThat(sent()).extracting(RedirectOrder::pool).contains("shop");
        assertThat(failures).isEmpty();
    }

    @Test
    void orders_go_before_all_else() {
        send("cart", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        outbox.publish(new PoolRecord("old", 1, null, null), () -> {}, failures::add);
        send("shop", 1, 1, Action.SHIFT);
        sent();

        assertThat(kafka.history()).extracting(ProducerRecord::key).containsExactly("cart", "shop", "old");
    }

    static Stream<RuntimeException> errors() {
        return Stream.of(new TimeoutException("no broker"), new IllegalArgumentException("what nobody thought of"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void whatever_goes_wrong_with_one_is_told_and_the_next_is_sent(RuntimeException error) {
        kafka.error = Optional.of(error);
        send("shop", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        kafka.letGo.release();
        await().until(() -> !failures.isEmpty());
        assertThat(failures).singleElement().asString().contains(error.getMessage());
        assertThat(taken).isEmpty();
        kafka.error = Optional.empty();
        send("shop", 1, 2, Action.SHIFT);

        assertThat(sent()).extracting(RedirectOrder::sequence).containsExactly(2L);
    }

    @Test
    void what_waits_is_sent_before_the_end() {
        send("shop", 1, 1, Action.SHIFT);
        kafka.held.acquireUninterruptibly();
        send("shop", 1, 2, Action.RESTORE);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(outbox::close);
        kafka.letGo.release(2);
        closed.join();

        assertThat(kafka.history()).hasSize(2);
    }
}
