import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pMap from 'p-map';

/** Milliseconds to schedule the requests of a paced load: far more than needed. */
const PLANNING_MS = 500;

/** A load's result: times in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Returns the value that is greater than `share` of the sorted times. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Shot {
  /** A URL, or a function that returns a URL for each request. */
  readonly url: string | (() => string);
  readonly method: string;
  readonly headers: () => Record<string, string>;
  readonly body?: string;
  readonly expect: number;
}

/**
 * Sends `count` requests over `connections` kept-alive connections. Throws if a response does not have the expected
 * status.
 */
export async function fire(shot: Shot, count: number, connections: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const began = performance.now();
  const send = async (): Promise<void> => {
    const at = performance.now();
    await once(shot, agent);
    times.push(performance.now() - at);
  };
  await pMap(Array.from({ length: count }), send, { concurrency: connections });
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return { perSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/**
 * Sends `perSecond` requests per second for some seconds. Each request is sent at its scheduled time, even if responses
 * are pending. Times count from the scheduled time.
 */
export async function pace(shot: Shot, perSecond: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true });
  const count = Math.max(1, Math.round(perSecond * seconds));
  const times: number[] = [];
  // Scheduling thousands of requests takes a while. Without this delay, the first requests would be sent late.
  const began = performance.now() + PLANNING_MS;
  const sent = Array.from({ length: count }, async (_, n) => {
    const due = began + (n * 1_000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    await once(shot, agent);
    times.push(performance.now() - due);
  });
  await Promise.all(sent);
  const took = (performance.now() - began) / 1_000;
  agent.destroy();
  return { perSecond: count / took, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function once({ url, method, headers, body, expect }: Shot, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const at = typeof url === 'string' ? url : url();
    const call = request(at, { method, agent, headers: headers(), timeout: 30_000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode === expect) resolve();
        else reject(new Error(`${at} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    call.on('error', reject).on('timeout', () => call.destroy(new Error('timed out')));
    call.end(body);
  });
}

/** Returns the median; for an even number of values, the upper of the two middle values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
