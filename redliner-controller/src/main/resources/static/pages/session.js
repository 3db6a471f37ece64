// The session of the reader. A page whose session has ended goes to the login, and back after it.
const UNKNOWN = 401;

export function login() {
  location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Like fetch. */
export async function request(path, options) {
  const response = await fetch(path, options);
  if (response.status === UNKNOWN) login();
  return response;
}

/** Ends the session. */
export async function logout() {
  await fetch("/api/v1/session", { method: "DELETE" });
  location.assign("/login");
}
