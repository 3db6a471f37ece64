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

/** What it means that a request which changes something got no answer. */
export function unanswered(failure) {
  return `There is no answer from the server (${failure.message}). It may have taken the request.`;
}

/** Ends the session. */
export async function logout() {
  await fetch("/api/v1/session", { method: "DELETE" });
  location.assign("/login");
}
