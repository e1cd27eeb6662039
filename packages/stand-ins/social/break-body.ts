import type { FakeAnswer } from './fake.js';

type Body = FakeAnswer['body'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds an unknown field to an answer. */
export const withMore = (body: Body): Body =>
  isRecord(body) && !Buffer.isBuffer(body)
    ? { ...body, something_new: { nobody: ['knows', 'it'] } }
    : body;

/** Gives an answer's states unknown names. */
export function withUnknownStates(body: Body): Body {
  if (!isRecord(body) || Buffer.isBuffer(body)) return body;
  return renameStates(body) as Readonly<Record<string, unknown>>;
}

function renameStates(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && /state|status/i.test(name)
        ? 'SOMETHING_NEW'
        : renameStates(inner),
    ]),
  );
}
