import type { VendorAnswer } from '../../http/send.js';
import { expectVisual } from '../expect-visual.js';
import { ask, submitOrder } from '../http.js';
import {
  JobFailed,
  SubmitUncertain,
  type JobState,
  type QueuedProvider,
  type SubmitContext,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { parseEnvelope, buildCodeFailure, isOwn, isUnknownTask, readTextField } from './answers.js';
import { buildKieOrder } from './inputs.js';
import { readJobState, readVeoState } from './records.js';
import { uploadAll } from './uploads.js';

export interface KieSettings {
  readonly key: string;
  readonly url: string;
  /** The file host, which differs from the API host. */
  readonly uploadUrl: string;
  /** Timeout of the order in milliseconds, excluding uploads. */
  readonly submitDeadlineMs?: number;
  readonly uploadDeadlineMs?: number;
  /**
   * Milliseconds after the order during which Kie may not know a task yet; later, Kie has deleted
   * it.
   */
  readonly unknownTaskGraceMs?: number;
}

/** Enough to upload 100 MB at 7 Mbit/s. */
const UPLOAD_DEADLINE_MS = 120_000;
/** A task may be unknown shortly after its order (second-hand, 2026-11-21). */
const UNKNOWN_TASK_GRACE_MS = 120_000;

const PATHS = {
  jobs: { order: '/api/v1/jobs/createTask', record: '/api/v1/jobs/recordInfo' },
  veo: { order: '/api/v1/veo/generate', record: '/api/v1/veo/record-info' },
} as const;

/**
 * Creates a provider for Kie (docs.kie.ai): all video models and Nano Banana 2 behind one job API.
 * Inputs are uploaded first. Nothing can be cancelled, and tasks cannot be listed, so a lost order
 * stays uncertain.
 */
export function createKieProvider(settings: KieSettings): QueuedProvider {
  const api = removeSlashes(settings.url);
  const uploads = {
    key: settings.key,
    url: removeSlashes(settings.uploadUrl),
    deadlineMs: settings.uploadDeadlineMs ?? UPLOAD_DEADLINE_MS,
  };
  const headers = { authorization: `Bearer ${settings.key}` };
  const grace = settings.unknownTaskGraceMs ?? UNKNOWN_TASK_GRACE_MS;

  return {
    name: 'kie',
    mode: 'queued',
    pollEveryMs: { image: 4_000, video: 15_000 },

    async submit(job: ProviderJob, context: SubmitContext): Promise<UpstreamRef> {
      const wanted = buildKieOrder(expectVisual(job));
      const urls = await uploadAll(wanted.media, uploads, context);
      const request = {
        call: { provider: 'kie', operation: 'submit' } as const,
        method: 'POST' as const,
        url: `${api}${PATHS[wanted.api].order}`,
        headers,
        json: wanted.body(urls),
        deadlineMs: settings.submitDeadlineMs,
        signal: await context.startOrder(),
      };
      const taskId = readTaskId(await submitOrder(request, isOwn));
      return { api: wanted.api, taskId, orderedAt: Date.now() };
    },

    async poll(ref: UpstreamRef, signal: AbortSignal): Promise<JobState> {
      const isVeo = ref['api'] === 'veo';
      const query = `taskId=${encodeURIComponent(String(ref['taskId']))}`;
      const { record } = PATHS[isVeo ? 'veo' : 'jobs'];
      const url = `${api}${record}?${query}`;
      const call = { provider: 'kie', operation: 'poll' } as const;
      const answer = await ask({ call, method: 'GET', url, headers, signal });
      const envelope = parseEnvelope(answer);
      if (isOwn(answer) && isUnknownTask(envelope)) {
        if (Date.now() - Number(ref['orderedAt']) < grace)
          return { state: 'queued', position: null };
        throw new JobFailed('unavailable', 'Kie knows no such task.', envelope.code);
      }
      if (envelope.code !== 200) throw buildCodeFailure(envelope, answer);
      return isVeo ? readVeoState(envelope.data) : readJobState(envelope.data);
    },

    cancel: () => Promise.resolve('unsupported'),
  };
}

const removeSlashes = (url: string): string => url.replace(/\/+$/, '');

/**
 * Reads the task's id.
 * @throws {ProviderFailure} when Kie refused the order
 * @throws {SubmitUncertain} when it is unknown whether Kie accepted the order
 */
function readTaskId(answer: VendorAnswer): string {
  const envelope = parseEnvelope(answer);
  const taskId = readTextField(envelope.data, 'taskId');
  if (envelope.code === 200 && taskId !== null) return taskId;
  // Kie reported success without an id: the task may be running, but we cannot poll it.
  if (envelope.code === 200 || envelope.code === null) {
    throw new SubmitUncertain('The order was answered without a task.', answer.status);
  }
  throw buildCodeFailure(envelope, answer);
}
