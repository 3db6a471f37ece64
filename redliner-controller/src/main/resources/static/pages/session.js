// The session of the reader. A page whose session has ended goes to the login, and back after it.
export const UNKNOWN = 401;

export function login() {
  location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Like fetch. */
export async function request(path, options) {
  const response = await fetch(path, options);
  if (response.status === UNKNOWN) login();
  return response;
}

/** What a failure to get an answer means for a request that changes something. */
export function unanswered(failure) {
  return failure.name === "TimeoutError"
    ? "The server did not answer in time. It may have taken the request: look at the overview."
    : `The request did not reach the server (${failure.message}).`;
}

/** Ends the session. */
export async function logout() {
  await fetch("/api/v1/session", { method: "DELETE" });
  location.assign("/login");
}
