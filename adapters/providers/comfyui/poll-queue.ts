import { ask } from '../http.js';
import { toFields } from '../../http/json.js';
import {
  JobFailed,
  ProviderFailure,
  type JobState,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { VisualJob } from '../../../domain/ports/provider-job.js';
import { readJobEnd, findJobId, findQueuePosition, buildRef } from './answers.js';
import { buildCallFailure } from './failures.js';
import { derivePromptId } from './identity.js';

/** Searches for a lost order among this many jobs; a server keeps 10,000. */
const HISTORY_MAX = 200;

/**
 * Sends a request that changes only the queue.
 * @throws {ProviderFailure}
 */
async function requestQueue(
  url: string,
  path: string,
  signal: AbortSignal,
  json?: unknown,
): Promise<unknown> {
  const method = json === undefined ? 'GET' : 'POST';
  const operation = json === undefined ? 'poll' : 'cancel';
  const call = { provider: 'comfyui', operation } as const;
  const answer = await ask({ call, method, url: `${url}${path}`, json, signal });
  if (answer.status >= 300) throw buildCallFailure(answer);
  // A proxy's error page must not be mistaken for a queue without our job.
  if (json === undefined && typeof answer.json !== 'object') {
    throw new ProviderFailure('unavailable', 'ComfyUI gave no JSON.', answer.status);
  }
  return answer.json;
}

const readHistory = async (url: string, id: string, signal: AbortSignal): Promise<unknown> =>
  toFields(await requestQueue(url, `/history/${encodeURIComponent(id)}`, signal))[id];

/**
 * Polls a job once.
 * @throws {ProviderFailure} when the poll fails
 * @throws {JobFailed} when the job has failed
 */
export async function poll(url: string, ref: UpstreamRef, signal: AbortSignal): Promise<JobState> {
  const id = String(ref['prompt_id']);
  // Check the queue first, because a job that has left it is in the history.
  const place = findQueuePosition(await requestQueue(url, '/queue', signal), id);
  if (place !== null) return place;
  const entry = await readHistory(url, id, signal);
  if (entry !== undefined)
    return readJobEnd(entry, ref['kind'] === 'image' ? 'image' : 'video', url);
  throw new JobFailed('unavailable', 'ComfyUI does not know the job any more.');
}

/** Removes a job from the queue, or stops it if it is running. */
export async function cancel(url: string, ref: UpstreamRef, signal: AbortSignal) {
  const id = String(ref['prompt_id']);
  const queued = findQueuePosition(await requestQueue(url, '/queue', signal), id);
  if (queued?.state === 'queued') await requestQueue(url, '/queue', signal, { delete: [id] });
  const left = queued && findQueuePosition(await requestQueue(url, '/queue', signal), id);
  if (left?.state === 'running') {
    // Newer servers stop the job with this id; older ones stop the running job, which is ours.
    await requestQueue(url, '/interrupt', signal, { prompt_id: id });
    return 'stopped' as const;
  }
  const hasEnded =
    queued === null || left !== null || (await readHistory(url, id, signal)) !== undefined;
  return hasEnded ? ('too_late' as const) : ('stopped' as const);
}

/**
 * Finds a job whose order got no response; null if the server does not have it.
 * @throws {ProviderFailure} when it stays unknown whether the server has the job
 */
export async function reconcile(url: string, job: VisualJob, signal: AbortSignal) {
  const ours = derivePromptId(job);
  for (const path of ['/queue', `/history/${ours}`, `/history?max_items=${HISTORY_MAX}`]) {
    const found = findJobId(await requestQueue(url, path, signal), ours);
    if (found !== null) return buildRef(found, job.kind);
  }
  return null;
}
