import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { percentile } from '../load.js';

/**
 * Another tenant, in a separate process, so that its measurements do not include work of the attacker. Between `watch`
 * and `report` it sends requests at a steady pace, even if responses are late, and reads the memory of the API.
 */

/** The first message to the tenant. */
export interface Tenant {
  readonly url: string;
  readonly apiKey: string;
  /** The API's process id. */
  readonly pid: number;
}

export type Order = Tenant | 'watch' | 'report';

/** Times of one kind of request in milliseconds, and the number of failed requests. */
export interface Seen {
  readonly p99: number;
  readonly worst: number;
  readonly failed: readonly string[];
  readonly count: number;
}

export interface Report {
  readonly health: Seen;
  readonly post: Seen;
  /** Maximum growth in resident memory since `watch`, in megabytes. */
  readonly grownMb: number;
}

const EVERY_MS = 100;
/** Number of `/healthz` requests per POST. */
const POST_EVERY = 2;
const DEADLINE_MS = 60_000;

interface Watch {
  readonly health: number[];
  readonly post: number[];
  readonly failed: { health: string[]; post: string[] };
  readonly firstMb: number;
  mostMb: number;
  over: boolean;
}

let tenant: Tenant | null = null;
let watch: Watch | null = null;
const open = new Set<Promise<void>>();

process.on('message', (order: Order) => {
  if (order === 'watch') void run();
  else if (order === 'report') void report();
  else tenant = order;
});

async function run(): Promise<void> {
  const firstMb = residentMb();
  const current: Watch = {
    health: [],
    post: [],
    failed: { health: [], post: [] },
    firstMb,
    mostMb: firstMb,
    over: false,
  };
  watch = current;
  for (let turn = 0; !current.over; turn += 1) {
    track(ask(current, 'health'));
    if (turn % POST_EVERY === 0) track(ask(current, 'post'));
    current.mostMb = Math.max(current.mostMb, residentMb());
    await pause(EVERY_MS);
  }
}

function track(asked: Promise<void>): void {
  open.add(asked);
  void asked.finally(() => open.delete(asked));
}

async function ask(into: Watch, kind: 'health' | 'post'): Promise<void> {
  const { url, apiKey } = tenant ?? { url: '', apiKey: '' };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  const began = performance.now();
  try {
    const answer =
      kind === 'health'
        ? await fetch(`${url}/healthz`, { signal })
        : await fetch(`${url}/v1/images`, { method: 'POST', headers, body: ORDINARY, signal });
    await answer.arrayBuffer();
    if (!answer.ok) into.failed[kind].push(String(answer.status));
  } catch (error) {
    into.failed[kind].push(error instanceof Error ? error.name : 'failed');
  }
  into[kind].push(performance.now() - began);
}

async function report(): Promise<void> {
  const current = watch;
  if (!current) return;
  current.over = true;
  await Promise.all(open);
  const seen = (kind: 'health' | 'post'): Seen => ({
    p99: percentile(current[kind], 0.99),
    worst: Math.max(0, ...current[kind]),
    failed: current.failed[kind],
    count: current[kind].length,
  });
  const answer: Report = {
    health: seen('health'),
    post: seen('post'),
    grownMb: current.mostMb - current.firstMb,
  };
  process.send?.(answer);
}

/**
 * Returns the API's resident memory in megabytes; 0 if the process has ended or the system has no
 * `/proc`.
 */
function residentMb(): number {
  try {
    const status = readFileSync(`/proc/${tenant?.pid ?? 0}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/**
 * A valid request. The renderer refuses it immediately, because the bench measures the acceptance, not the rendering.
 */
export const ORDINARY = JSON.stringify({ prompt: 'a red fox simulate:content_blocked' });
