package dev.redliner.controller.api;

import dev.redliner.controller.engine.AbortAnswer;
import java.util.List;

/** A request that cannot be carried out as sent. */
final class ApiProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ProblemType type;

    private ApiProblem(ProblemType type, String detail) {
        super(detail);
        this.type = type;
    }

    static ApiProblem noSuchService(String name) {
        return new ApiProblem(ProblemType.UNKNOWN_SERVICE, "No service is called '" + name + "'.");
    }

    static ApiProblem noSuchSchedule(String name) {
        return new ApiProblem(ProblemType.UNKNOWN_SCHEDULE, "No schedule is called '" + name + "'.");
    }

    static ApiProblem noSuchRun(String run) {
        return new ApiProblem(ProblemType.UNKNOWN_RUN, "There is no run '" + run + "'.");
    }

    static ApiProblem undelivered(String run) {
        return new ApiProblem(ProblemType.ABORT_UNDELIVERED, AbortAnswer.undelivered(run));
    }

    /** @param detail why hosts cannot be planned */
    static ApiProblem nothingToPlanWith(String detail) {
        return new ApiProblem(ProblemType.NOTHING_TO_PLAN_WITH, detail);
    }

    /** @param why why it cannot be replayed */
    static ApiProblem nothingRecorded(String run, String why) {
        return new ApiProblem(ProblemType.NOTHING_RECORDED, "Run '" + run + "' cannot be replayed: " + why + ".");
    }

    static ApiProblem neverJudged(String service) {
        return new ApiProblem(
                ProblemType.NOTHING_RECORDED,
                "No verdict on service '" + service
                        + "' is kept: no run measured it, or its verdicts were deleted. Start a run"
                        + " with 'redliner run start " + service + "'. Its metrics are known some seconds later.");
    }

    static ApiProblem replayBusy() {
        return new ApiProblem(
                ProblemType.REPLAY_BUSY, "The controller replays another run. Try again in a few seconds.");
    }

    /** @param known the names of the calendars */
    static ApiProblem noSuchCalendar(String name, List<String> known) {
        return new ApiProblem(
                ProblemType.UNKNOWN_CALENDAR,
                "There is no calendar '" + name + "'. "
                        + (known.isEmpty()
                                ? "None is declared in redliner.controller.calendars.sources."
                                : "Known are: " + String.join(", ", known) + "."));
    }

    /** @param detail which destination or failure does not exist */
    static ApiProblem noSuchDestination(String detail) {
        return new ApiProblem(ProblemType.UNKNOWN_DESTINATION, detail);
    }

    /** @param detail the destination and its reason */
    static ApiProblem notTaken(String detail) {
        return new ApiProblem(ProblemType.NOT_TAKEN, detail);
    }

    static ApiProblem badRequest(String detail) {
        return new ApiProblem(ProblemType.BAD_REQUEST, detail);
    }

    static ApiProblem noLogin() {
        return new ApiProblem(
                ProblemType.NO_LOGIN, "Every caller has every right here. See redliner.controller.access.login.");
    }

    static ApiProblem noPasswords() {
        return new ApiProblem(
                ProblemType.NO_LOGIN,
                "People log in with the identity provider, on the page /login or with 'redliner login'.");
    }

    /** @param why for a person */
    static ApiProblem loginFailed(String why) {
        return new ApiProblem(ProblemType.LOGIN_FAILED, why);
    }

    /** @param why for a person */
    static ApiProblem tooManyLogins(String why) {
        return new ApiProblem(ProblemType.TOO_MANY_LOGINS, why);
    }

    static ApiProblem wrongSignature() {
        return new ApiProblem(
                ProblemType.WRONG_SIGNATURE,
                "No secret of redliner.controller.events.webhooks gives this signature. Sign the bytes of the body.");
    }

    static ApiProblem noSuchConfiguration(String service) {
        return new ApiProblem(
                ProblemType.NO_ENVOY_CONFIGURATION,
                "Envoys have no listener, routes and clusters of service '" + service + "' from Redliner.");
    }

    static ApiProblem declaredInFull(String service) {
        return new ApiProblem(
                ProblemType.SERVICE_DECLARED,
                "service '" + service + "' is declared in mode full, so its Envoys get their configuration from it;"
                        + " delete the service or change its mode first");
    }

    static ApiProblem notConfirmed(String service, String loss) {
        return new ApiProblem(
                ProblemType.NOT_CONFIRMED,
                "Envoys would lose the listener, routes and clusters of service '" + service + "'. " + loss
                        + " Confirm it with confirm=" + service);
    }

    static ApiProblem tooManyReaders(int most) {
        return new ApiProblem(
                ProblemType.TOO_MANY_READERS, most + " clients read events already. Try again when one has ended.");
    }

    ProblemType type() {
        return type;
    }
}
