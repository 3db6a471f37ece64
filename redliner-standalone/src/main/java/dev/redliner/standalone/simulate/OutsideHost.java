package dev.redliner.standalone.simulate;

import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.HostSecond;
import dev.redliner.hostmodel.SimulatedHost;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A host model in another program, which exchanges lines of JSON with this process. All its answers are validated. */
public final class OutsideHost implements SimulatedHost {
    private final OutsideProcess process;
    private final Protocol protocol;
    private final HostDescription greeting;
    private int now;
    private int lastSeen = -1;

    private OutsideHost(OutsideProcess process) {
        this.process = process;
        JsonNode hello = Protocol.read(process.answer());
        greeting = Protocol.greeting(hello);
        protocol = Protocol.of(hello);
    }

    /**
     * Starts the program.
     *
     * @param command for the shell
     * @param patience time limit for each answer
     * @throws HostFailed if the program's first lines are not as expected
     */
    public static OutsideHost start(String command, Duration patience) {
        var process = new OutsideProcess(command, patience);
        try {
            return new OutsideHost(process);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    @Override
    public HostDescription greeting() {
        return greeting;
    }

    @Override
    public Passed pass(OptionalDouble share) {
        process.send(Protocol.tick(share.isPresent() ? (Double) share.getAsDouble() : null));
        JsonNode answer = Protocol.read(process.answer());
        return switch (answer.path("type").asString("")) {
            case "deadline" -> new Passed.Deadline();
            case "tick" -> seconds(answer);
            default -> throw new HostFailed("the host model answered a tick with " + shortened(answer));
        };
    }

    private Passed seconds(JsonNode tick) {
        int said = tick.path("now").asInt(-1);
        if (said != now + 1) {
            throw new HostFailed("after second " + now + " the host model says that it is " + tick.path("now"));
        }
        now = said;
        List<HostSecond> visible = protocol.visible(tick);
        for (HostSecond second : visible) {
            if (second.second() <= lastSeen || second.second() >= now) {
                throw new HostFailed(
                        "second " + second.second() + " was shown after second " + lastSeen + " at the time " + now);
            }
            lastSeen = second.second();
        }
        return new Passed.Seconds(visible);
    }

    @Override
    public @Nullable JsonNode finish(Finding finding) {
        process.send(Protocol.result(finding));
        JsonNode answer = Protocol.read(process.answer());
        return answer.path("type").asString("").equals("score") ? answer : null;
    }

    private static String shortened(JsonNode answer) {
        String text = answer.toString();
        return text.length() > 120 ? text.substring(0, 120) + "..." : text;
    }

    @Override
    public void close() {
        process.close();
    }
}
