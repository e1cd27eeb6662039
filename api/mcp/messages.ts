import { refuseInvalid } from '../../domain/contract/refusal.js';

/** Messages in one request. Only clients of March 2025 send several. */
const MESSAGES_MAX = 20;

/** How many requests a body counts as, because each message of a batch is work of its own. */
export function countMessages(raw: unknown): number {
  if (!Array.isArray(raw)) return 1;
  if (raw.length <= MESSAGES_MAX) return Math.max(1, raw.length);
  const message = `must not hold more than ${MESSAGES_MAX} messages`;
  throw refuseInvalid([{ path: 'body', message }]);
}

/** The names of the tools that a body calls. It is not checked yet. */
export function namesOfCalled(raw: unknown): string[] {
  return [raw].flat().flatMap((message: unknown) => {
    if (!isObject(message) || message['method'] !== 'tools/call') return [];
    const { params } = message;
    const name = isObject(params) ? params['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
