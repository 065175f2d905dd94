// All requests to the server. Each has the id of this page, under which the server keeps its views.

const bytes = crypto.getRandomValues(new Uint8Array(8));
export const client = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A refusal in the server's words. `offset` and `length` are set if a part of a text, such as the condition, is at fault. */
export class RequestFailure extends Error {
  constructor(status, { code = "unknown", message, offset, length, parameter } = {}, conflicts = null) {
    super(message ?? `The server answered with status ${status}.`);
    Object.assign(this, { status, code, offset, length, parameter, conflicts: conflicts ?? [] });
  }
}

/** The address of a request, without parameters that are null. The key of an entry in a map may be empty. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams({ client });
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, value);
  }
  return `/api/${path}?${query}`;
}

const UNREACHABLE = { code: "unreachable", message: "The server does not answer. Is ashlar studio still running?" };

/** Waits for a step of a request, which fails if the server ends before or during its answer. */
async function reached(step) {
  try {
    return await step;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestFailure(0, UNREACHABLE);
  }
}

async function answer(call) {
  const response = await reached(call);
  if (response.ok) return response;
  let body = {};
  try {
    body = await response.json();
  } catch {
    // An answer that is not JSON has no message; the status is reported.
  }
  throw new RequestFailure(response.status, body.error, body.conflicts);
}

/** Waits and tries again while the server is busy, three times. */
async function patient(perform) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await perform();
    } catch (error) {
      if (error.code !== "busy" || attempt === 2) throw error;
      await new Promise((resume) => setTimeout(resume, 300 * (attempt + 1)));
    }
  }
}

export async function get(path, parameters, signal) {
  const response = await patient(() => answer(fetch(address(path, parameters), { signal })));
  return reached(response.json());
}

export async function getText(path, parameters) {
  return reached((await answer(fetch(address(path, parameters)))).text());
}

/** Stands for -0 in a body until it is text, and is no text that a person has written: the page's number is a random one. */
const MINUS_ZERO = `-0 of ${client}`;

/** JSON, in which -0 keeps its sign: JSON.stringify spells it 0. */
function jsonText(value) {
  const text = JSON.stringify(value, (_, entry) => (Object.is(entry, -0) ? MINUS_ZERO : entry));
  return text.replaceAll(`"${MINUS_ZERO}"`, "-0.0");
}

/** Sends a body; `type` is that of an import's file, otherwise JSON. A POST is never repeated: it may have been performed. */
export async function post(path, body, { parameters = {}, type = "application/json" } = {}) {
  const response = await answer(fetch(address(path, parameters), {
    method: "POST",
    headers: { "Content-Type": type, "X-Ashlar-Studio": "1" },
    body: type === "application/json" ? jsonText(body) : body,
  }));
  return reached(response.json());
}
