import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { findFieldProblems } from './field-checks.js';
import { ENDPOINT_FIELDS } from './fields.js';
import { describeResult } from './results.js';
import type { Reply, Script } from './scripts.js';
import { FalStorage, hasEnd } from './storage.js';

export interface Job {
  readonly id: string;
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly script: Script;
  readonly polls: Reply[];
  readonly results: Reply[];
  step: number;
  /** Time of the first poll after the job's end, by the fake's clock. */
  endedAt: number | null;
  isCancelled: boolean;
  assetReads: number;
}

export const NOT_FOUND: Reply = { status: 404, body: { status: 'NOT_FOUND' } };
const STATES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;

/** The fake's state for fal's queue, without HTTP. */
export class FalQueue {
  base = '';
  /** @param checksPolicy also refuses requests that fal accepts but this project never sends */
  constructor(
    readonly checksPolicy = true,
    readonly keepsLength = false,
  ) {}

  readonly scripts: Script[] = [];
  readonly jobs: Job[] = [];
  readonly storage = new FalStorage(this);
  readonly orders: IncomingHttpHeaders[] = [];
  readonly violations: string[] = [];
  /** Lead of fal's clock over the real time, in milliseconds. */
  aheadMs = 0;

  violate(what: string): Reply {
    this.violations.push(what);
    return { status: 422, body: { detail: [{ loc: ['body'], msg: what, type: 'value_error' }] } };
  }

  async order(
    endpoint: string,
    input: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): Promise<Reply | 'reset' | 'silent'> {
    this.storage.startOrder();
    const fields = ENDPOINT_FIELDS[endpoint];
    if (!fields) return this.violate(`no endpoint ${endpoint}`);
    const exposed = this.checksPolicy ? findHeaderProblems(headers) : [];
    const wrong = [...exposed, ...(await findFieldProblems(fields, input, this.storage.read))];
    if (headers['content-type'] !== 'application/json') wrong.push('no JSON');
    if (wrong.length > 0) return this.violate(`${endpoint}: ${wrong.join('; ')}`);
    const script = this.scripts.shift() ?? {};
    if (script.refuse) return script.refuse;
    const id = randomUUID();
    this.orders.push(headers);
    this.jobs.push({
      id,
      endpoint,
      input,
      script,
      polls: [...(script.polls ?? [])],
      results: [...(script.results ?? [])],
      step: 0,
      endedAt: null,
      isCancelled: false,
      assetReads: 0,
    });
    // The URL has only owner and app, because the endpoint's full path does not exist there.
    const job = `${this.base}/${endpoint.split('/').slice(0, 2).join('/')}/requests/${id}`;
    return (
      script.answer ?? {
        status: 200,
        headers: { 'x-fal-request-id': id },
        body: {
          status: 'IN_QUEUE',
          request_id: id,
          gateway_request_id: randomUUID(),
          response_url: job,
          status_url: `${job}/status`,
          cancel_url: `${job}/cancel`,
          queue_position: 3,
        },
      }
    );
  }

  /**
   * Returns whether fal has dropped a job without a payload store: an hour after the job's end, or
   * after 6 minutes if its result is 10 kB or larger (fal.ai/docs, inference-api/queue/result).
   */
  private isForgotten({ endedAt, script }: Job): boolean {
    const isLarge = JSON.stringify(script.result?.body ?? {}).length >= 10_000;
    const keptMs = (isLarge ? 6 : 60) * 60_000;
    return endedAt !== null && this.now() - endedAt > keptMs;
  }

  private now(): number {
    return Date.now() + this.aheadMs;
  }

  /** @param logs the job's logs, for a query that requests them */
  status(job: Job, logs: readonly unknown[] | null = null): Reply {
    const { script } = job;
    if (this.isForgotten(job)) return NOT_FOUND;
    if (script.status) return script.status;
    const hiccup = job.polls.shift();
    if (hiccup) return hiccup;
    const state = job.isCancelled ? 'COMPLETED' : STATES[Math.min(job.step, 2)];
    if (!script.isStuck) job.step += 1;
    if (state === 'COMPLETED') job.endedAt ??= this.now();
    const common = { status: state, request_id: job.id };
    if (state === 'IN_QUEUE') return { status: 202, body: { ...common, queue_position: 2 } };
    if (state === 'IN_PROGRESS') return { status: 202, body: { ...common, logs } };
    return {
      status: 200,
      body: { ...common, logs, metrics: { inference_time: 12.3 }, ...script.completed },
    };
  }

  result(job: Job): Reply {
    const { script } = job;
    if (this.isForgotten(job)) return NOT_FOUND;
    if (job.isCancelled) {
      return {
        status: 499,
        headers: { 'x-fal-error-type': 'client_cancelled' },
        body: { detail: 'The client cancelled.', error_type: 'client_cancelled' },
      };
    }
    if (job.step < STATES.length) return this.violate('result of an unfinished job');
    const reply = job.results.shift() ?? script.result;
    if (reply) return reply;
    return { status: 200, body: describeResult(job, this.base) };
  }

  cancel(job: Job): Reply {
    if (job.step >= STATES.length) return { status: 400, body: { status: 'ALREADY_COMPLETED' } };
    job.isCancelled = true;
    return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } };
  }
}

/** Checks an order's headers: fal must not store or reroute the order. */
function findHeaderProblems(headers: IncomingHttpHeaders): string[] {
  const preference = headers['x-fal-object-lifecycle-preference'];
  return [
    Number(headers['x-fal-request-timeout']) > 1 ? [] : ['no start deadline'],
    headers['x-app-fal-disable-fallback'] === 'true' ? [] : ['fallback to another model'],
    headers['x-fal-store-io'] === '0' ? [] : ['payload kept'],
    hasEnd(preference) ? [] : ['result kept forever'],
  ].flat();
}
