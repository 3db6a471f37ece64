// The form of the login page.
const form = document.getElementById("login");
const problem = document.getElementById("login-problem");

async function login(event) {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  problem.hidden = true;
  const { name, password } = form.elements;
  try {
    const response = await fetch("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: name.value, password: password.value }),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.ok) {
      location.replace(form.dataset.to);
      return;
    }
    problem.textContent = (await response.json().catch(() => null))?.detail ?? `The server answered ${response.status}.`;
  } catch (e) {
    problem.textContent = `The request did not reach the server (${e.message}).`;
  }
  problem.hidden = false;
  button.disabled = false;
  password.select();
}

form.addEventListener("submit", login);
