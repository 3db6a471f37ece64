package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.http.Answer;
import java.time.Duration;

/** A page of an Envoy with statistics, in one of several formats. */
public final class StatisticsTarget implements AutoCloseable {
    private final Target page;
    private final Parser parser;

    /** Reads the format of the page. */
    interface Parser {
        EnvoyStats parse(Answer answer) throws ReadFailed;
    }

    StatisticsTarget(Target page, Parser parser) {
        this.page = page;
        this.parser = parser;
    }

    /**
     * The answer of the Envoy, which is parsed later: the time of a read is that of the answer.
     *
     * @throws ReadFailed if it cannot be read, or not within the limit
     */
    Answer ask(Duration limit) throws ReadFailed {
        return page.answer(limit);
    }

    EnvoyStats parse(Answer answer) throws ReadFailed {
        return parser.parse(answer);
    }

    /** @throws ReadFailed if the page cannot be read, or not within the limit */
    public EnvoyStats read(Duration limit) throws ReadFailed {
        return parse(ask(limit));
    }

    @Override
    public void close() {
        page.close();
    }
}
