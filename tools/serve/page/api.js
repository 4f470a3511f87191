// Requests to the server that this page came from. Every failure is an ApiError with a sentence for the reader.

import { texts } from "./texts.js";

const BASE = "/api/v1";
const TIMEOUT_MS = 30000;
const LONGEST_WAIT_S = 5;

/** `code` is the server's (`bad_fen`, `missing_table`, ...) or `network` and `timeout`; `body` the whole answer. */
export class ApiError extends Error {
  constructor(status, code, message, body = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** A legal position or a class that no table here answers; its moves can still be listed. */
  get uncovered() {
    return this.status === 404 && (this.code === "missing_table" || this.code === "not_covered");
  }
}

export const isCancelled = (error) => error?.name === "AbortError";

/** Runs one request at a time: a new one cancels the one before, whose promise then rejects (see isCancelled). */
export class Latest {
  #controller = null;

  run(request) {
    this.cancel();
    this.#controller = new AbortController();
    return request(this.#controller.signal);
  }

  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }
}

function address(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return BASE + path + (text ? `?${text}` : "");
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("cancelled", "AbortError"));
    });
  });
}

async function send(url, signal) {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  // AbortSignal.any is younger than the browsers we serve, so the two signals are joined by hand.
  const joined = new AbortController();
  const forward = () => joined.abort();
  for (const source of [signal, limit]) {
    if (source?.aborted) forward();
    source?.addEventListener("abort", forward, { once: true });
  }
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" }, signal: joined.signal });
    return {
      response,
      body: await response.json().catch((error) => (isCancelled(error) ? Promise.reject(error) : null)),
    };
  } catch {
    if (signal?.aborted) throw new DOMException("cancelled", "AbortError");
    if (limit.aborted) throw new ApiError(0, "timeout", texts.errors.timeout(TIMEOUT_MS / 1000));
    throw new ApiError(0, "network", texts.errors.network);
  } finally {
    signal?.removeEventListener("abort", forward);
  }
}

async function get(path, parameters, signal) {
  const url = address(path, parameters);
  for (let attempt = 0; ; ++attempt) {
    const { response, body } = await send(url, signal);
    if (response.ok && body !== null) return body;
    const wait = Number(response.headers.get("Retry-After") ?? NaN);
    const busy = response.status === 429 || response.status === 503;
    if (busy && attempt === 0 && wait <= LONGEST_WAIT_S) {
      await pause(Math.max(wait, 0.2), signal);
      continue;
    }
    throw new ApiError(
      response.status,
      body?.error?.code ?? "unknown",
      body?.error?.message ?? texts.errors.status(response.status),
      body,
    );
  }
}

const named = (rules) => `/${encodeURIComponent(rules)}`;

/** Rulesets with their traits and how far tables cover them. */
export const rulesets = (signal) => get("/rulesets", null, signal);

/** The same with every table, its sizes and checksums: long. */
export const inventory = (signal) => get("", null, signal);

/** Value and ranked moves. `query`: {fen, count, lone, count_limit}. */
export const probe = (rules, query, signal) => get(named(rules), query, signal);

/** Legal moves, for which no table is needed. */
export const legalMoves = (rules, fen, signal) => get(`${named(rules)}/moves`, { fen }, signal);

/** Best play of both sides to the end. `query` as for probe. */
export const mainline = (rules, query, signal) => get(`${named(rules)}/mainline`, query, signal);

/** Totals of every class. */
export const statistics = (rules, signal) => get(`${named(rules)}/stats`, null, signal);

/** Totals and histogram of one class. */
export const statisticsOf = (rules, material, signal) =>
  get(`${named(rules)}/stats/${encodeURIComponent(material)}`, null, signal);

/** Totals of the main-diagonal question. */
export const diagonal = (rules, signal) => get(`${named(rules)}/diagonal`, null, signal);

/** `strong`: square numbers of the strong kings; `side`: "lone" or "strong". */
export const diagonalSquares = (rules, strong, side, signal) =>
  get(`${named(rules)}/diagonal/squares`, { strong: strong.join(","), side }, signal);
