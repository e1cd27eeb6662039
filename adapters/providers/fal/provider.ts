import { ask, submitOrder } from '../http.js';
import {
  JobFailed,
  ProviderFailure,
  SubmitUncertain,
  type JobState,
  type QueuedProvider,
  type SubmitContext,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { findAsset, readJobRef, readQueueStatus, findStorageUrl } from './answers.js';
import { parseFault, buildResultFailure, buildFalFailure } from './faults.js';
import { buildOrderHeaders, RETENTION } from './headers.js';
import { buildFalOrder } from './inputs.js';
import { uploadAll, type FalStorage } from './uploads.js';

export interface FalSettings {
  readonly key: string;
  /**
   * Base URL of the queue: fal's second host, https://queue.falrun.com, or a proxy for both
   * servers.
   */
  readonly url: string;
  /** Timeout of an order in milliseconds. */
  readonly submitDeadlineMs?: number;
}

/** fal's URL and our credentials there. */
interface Fal {
  readonly url: string;
  readonly authorization: string;
  readonly storage: FalStorage;
  readonly submitDeadlineMs: number | undefined;
}

/**
 * Creates a provider for fal's queue (fal.ai/docs, model-apis/queue). docs/providers.md, fal, lists
 * the data sent there.
 */
export function createFalProvider(settings: FalSettings): QueuedProvider {
  const authorization = `Key ${settings.key}`;
  const { url } = settings;
  const fal: Fal = {
    url,
    authorization,
    storage: { url: findStorageUrl(url), authorization, retention: RETENTION },
    submitDeadlineMs: settings.submitDeadlineMs,
  };
  return {
    name: 'fal',
    mode: 'queued',
    pollEveryMs: { image: 3_000, video: 10_000 },
    submit: (job, context) => submit(fal, job, context),
    poll: (ref, signal) => poll(fal, ref, signal),
    cancel: (ref, signal) => cancel(fal, ref, signal),
    // There is no `reconcile`: fal accepts no client id with an order, so a lost order cannot be
    // found.
  };
}

async function submit(fal: Fal, job: ProviderJob, context: SubmitContext): Promise<UpstreamRef> {
  const { endpoint, files, body } = buildFalOrder(job);
  const addresses = await uploadAll(fal.storage, files, context.signal);
  const answer = await submitOrder(
    {
      call: { provider: 'fal', operation: 'submit' },
      method: 'POST',
      url: `${fal.url}/${endpoint}`,
      headers: { authorization: fal.authorization, ...buildOrderHeaders(job.kind) },
      json: body((file) => addresses.get(file) ?? ''),
      deadlineMs: fal.submitDeadlineMs,
      signal: await context.startOrder(),
    },
    (own) => parseFault(own) !== null,
  );
  if (answer.status >= 300) throw buildFalFailure(answer);
  const ref = readJobRef(answer.json, fal.url);
  if (ref !== null) return ref;
  throw new SubmitUncertain('fal accepted the job without usable addresses.', answer.status);
}

const call = (
  { authorization }: Fal,
  method: 'GET' | 'PUT',
  address: string | number | undefined,
  signal: AbortSignal,
) =>
  ask({
    call: { provider: 'fal', operation: method === 'GET' ? 'poll' : 'cancel' },
    method,
    url: String(address),
    headers: { authorization },
    signal,
  });

async function poll(fal: Fal, ref: UpstreamRef, signal: AbortSignal): Promise<JobState> {
  const checked = await call(fal, 'GET', ref['status_url'], signal);
  if (checked.status === 404) {
    throw new JobFailed('unavailable', 'fal does not know the job any more.', 404);
  }
  if (checked.status >= 300) throw buildFalFailure(checked);
  const seen = readQueueStatus(checked);
  if (seen === null) throw new ProviderFailure('unavailable', 'fal gave an unknown status.');
  if (seen.state !== 'completed') return seen;
  const result = await call(fal, 'GET', ref['response_url'], signal);
  const asset = result.status < 300 ? findAsset(result.json) : null;
  if (asset === null) throw buildResultFailure(result, seen.fault);
  // The queue never returns a price.
  return { state: 'done', asset, costUsd: null };
}

async function cancel(fal: Fal, ref: UpstreamRef, signal: AbortSignal) {
  const answer = await call(fal, 'PUT', ref['cancel_url'], signal);
  // 202 means "requested": a running job gets a signal, but may still finish and be billed.
  if (answer.status < 300) return 'stopped';
  if (answer.status === 400 || answer.status === 404) return 'too_late';
  throw buildFalFailure(answer);
}
