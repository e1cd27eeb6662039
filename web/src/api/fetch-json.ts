/** Returns an endpoint's URL for signed-in users. */
export const apiUrl = (path: string): string => `/app/api${path}`;

/** A request's parameters, body and headers. */
export interface JsonRequest {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends JSON and reads a JSON response.
 * @param path contains `{name}` for each of `params`
 * @throws the body of an error response, for `readProblem`, or the error from `fetch`
 */
export async function fetchJson<T = unknown>(
  method: string,
  path: string,
  { params = {}, query = {}, body, headers, signal }: JsonRequest = {},
): Promise<T> {
  const response = await fetch(apiUrl(fillPath(path, params)) + writeQuery(query), {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw addRetryTime(parseRefusal(text) || {}, response.headers);
  return (text ? JSON.parse(text) : {}) as T;
}

const fillPath = (path: string, params: object): string =>
  Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );

/** Arrays repeat their name; objects become pairs such as `metadata[order]=42`. */
function writeQuery(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => writePairs(name, value));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function writePairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => writePairs(name, one));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, one]) => writePairs(`${name}[${key}]`, one));
  }
  return [[name, `${value as string | number | boolean}`]];
}

/** Adds the time from which the server accepts the request again, for `readProblem`. */
function addRetryTime(refusal: unknown, headers: Headers): unknown {
  const seconds = Number(headers.get('Retry-After'));
  if (!(seconds > 0) || typeof refusal !== 'object') return refusal;
  return { ...refusal, retryAt: Date.now() + seconds * 1_000 };
}

/** A proxy may return an error response that is not JSON or has no body. */
function parseRefusal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
