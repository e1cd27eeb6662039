import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are hashed per turn of the event loop, which takes some milliseconds. */
const SLICE = 1_000_000;

/**
 * Hashes method, path and body; the order of keys does not matter. Requests with equal hashes are
 * the same. A long text is hashed in slices, so that other requests run in between.
 */
export async function fingerprintRequest(
  method: string,
  path: string,
  body: unknown,
): Promise<string> {
  const hash = createHash('sha256');
  let pending = `${method}\n${path}\n`;
  for (const part of yieldCanonicalParts(body ?? null)) {
    pending += part;
    if (pending.length < SLICE) continue;
    hash.update(pending);
    pending = '';
    await nextTurn();
  }
  return hash.update(pending).digest('hex');
}

/** Yields JSON with sorted object keys; array order and null are unchanged. */
function* yieldCanonicalParts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* yieldTextParts(value);
  else if (Array.isArray(value)) {
    yield '[';
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ',';
      yield* yieldCanonicalParts(item);
    }
    yield ']';
  } else if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    yield '{';
    for (const [at, [key, member]] of members.entries()) {
      yield `${at > 0 ? ',' : ''}${JSON.stringify(key)}:`;
      yield* yieldCanonicalParts(member);
    }
    yield '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/** Yields a text as JSON, in slices that do not split surrogate pairs. */
function* yieldTextParts(text: string): Generator<string> {
  if (text.length <= SLICE) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let from = 0; from < text.length;) {
    const isParted = /[\uD800-\uDBFF]/.test(text.charAt(from + SLICE - 1));
    const to = from + SLICE - (isParted ? 1 : 0);
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}
