import { refuseInvalid } from '../../domain/contract/refusal.js';

/**
 * Maximum messages in a request. Only clients of the March 2025 revision send more than one
 * message.
 */
const MESSAGES_MAX = 20;

/** Returns the number of requests that a body counts as: each message of a batch counts. */
export function countMessages(raw: unknown): number {
  if (!Array.isArray(raw)) return 1;
  if (raw.length <= MESSAGES_MAX) return Math.max(1, raw.length);
  const message = `must not contain more than ${MESSAGES_MAX} messages`;
  throw refuseInvalid([{ path: 'body', message }]);
}

/** Returns the names of the tools that an unchecked body calls. */
export function readCalledTools(raw: unknown): string[] {
  return [raw].flat().flatMap((message: unknown) => {
    if (!isObject(message) || message['method'] !== 'tools/call') return [];
    const { params } = message;
    const name = isObject(params) ? params['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
