import pMap from 'p-map';

/** Runs a task `count` times, at most `together` times concurrently, and counts the outcomes. */
export async function tally(
  count: number,
  together: number,
  once: (index: number) => Promise<string>,
): Promise<string> {
  const indices = Array.from({ length: count }, (_, index) => index);
  const outcomes = await pMap(indices, once, { concurrency: together });
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, times]) => `${outcome} x${times}`).join(', ');
}

interface Sent {
  readonly method?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** Timeout of a request in milliseconds. */
const DEADLINE_MS = 60_000;

/** Sends a request and reads its response. @returns the status, or the name of the failure */
export async function send(url: string, { method = 'POST', apiKey, headers, body }: Sent) {
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...(method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const size = (await answer.arrayBuffer()).byteLength;
    return size > 100_000
      ? `${answer.status} with ${Math.round(size / 1_000)} kB`
      : `${answer.status}`;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}
