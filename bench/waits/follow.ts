import type { OpenGeneration } from './queued-writer.js';

/** A request that is kept open for a generation. */
export interface Held {
  readonly kind: 'wait' | 'events';
  readonly id: string;
  /** Fulfilled when the response begins: immediately for a stream, at the end for a wait. */
  readonly begun: Promise<unknown>;
  /** Time when the client received the result, from `performance.now()`. */
  readonly ended: Promise<number>;
}

/** Waits for a generation, or reads its stream to the end. */
export function follow(kind: Held['kind'], url: string, { id, apiKey }: OpenGeneration): Held {
  const path = kind === 'wait' ? `${id}?wait=60` : `${id}/events`;
  const answering = fetch(`${url}/v1/generations/${path}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const read = async (): Promise<number> => {
    const answer = await answering;
    const text = await answer.text();
    if (!text.includes('"completed"')) throw new Error(`${path}: ${answer.status} ${text}`);
    return performance.now();
  };
  return { kind, id, begun: answering, ended: read() };
}
