import { expectVisual } from '../expect-visual.js';
import { submitOrder } from '../http.js';
import { toFields, toNonEmptyText } from '../../http/json.js';
import {
  SubmitUncertain,
  type CallContext,
  type QueuedProvider,
  type SubmitContext,
} from '../../../domain/ports/provider.js';
import type { VisualJob } from '../../../domain/ports/provider-job.js';
import { isOwn, buildRef } from './answers.js';
import { findPartialRefusal, buildCallFailure } from './failures.js';
import { fill, nameFiles, type Graph, type PlaceholderValue } from './graph.js';
import { derivePromptId } from './identity.js';
import { chooseTemplate, collectJobValues } from './inputs.js';
import { cancel, poll, reconcile } from './poll-queue.js';
import { hasTemplate, readTemplates } from './templates.js';
import { upload } from './uploads.js';

export interface ComfyUiSettings {
  readonly url: string;
  /** Folder with one workflow per model: `<model>.json`. */
  readonly workflowsDir: string;
  /** Timeout of an order in milliseconds, excluding uploads. */
  readonly submitDeadlineMs?: number;
  readonly uploadDeadlineMs?: number;
}

/** Enough to upload 100 MB over a slow private connection. */
const UPLOAD_DEADLINE_MS = 120_000;

interface Server {
  readonly url: string;
  readonly settings: ComfyUiSettings;
}

/**
 * Creates a provider for a self-hosted ComfyUI server (docs.comfy.org, server routes; read in its
 * repository's server.py, October 2025 to autumn 2026). It has no accounts and no limits: only a
 * private network protects it.
 */
export function createComfyUiProvider(settings: ComfyUiSettings): QueuedProvider {
  const url = settings.url.replace(/\/+$/, '');
  const server: Server = { url, settings };
  return {
    name: 'comfyui',
    mode: 'queued',
    pollEveryMs: { image: 1_000, video: 3_000 },
    serves: (upstreamModel) => hasTemplate(settings.workflowsDir, upstreamModel),
    submit: (job, context) => submit(server, expectVisual(job), context),
    poll: (ref, signal) => poll(url, ref, signal),
    cancel: (ref, signal) => cancel(url, ref, signal),
    reconcile: (job, signal) => reconcile(url, expectVisual(job), signal),
  };
}

async function submit(server: Server, job: VisualJob, context: SubmitContext) {
  context.signal.throwIfAborted();
  const id = derivePromptId(job);
  const prompt = nameFiles(await buildGraph(server, job, context), id);
  const signal = await context.startOrder();
  const answer = await submitOrder(
    {
      call: { provider: 'comfyui', operation: 'submit' },
      method: 'POST',
      url: `${server.url}/prompt`,
      // Servers before September 2025 ignore `prompt_id`, but return `client_id` with every job.
      json: { prompt, prompt_id: id, client_id: id },
      ...(server.settings.submitDeadlineMs !== undefined && {
        deadlineMs: server.settings.submitDeadlineMs,
      }),
      signal,
    },
    isOwn,
  );
  if (answer.status >= 300) throw buildCallFailure(answer);
  const promptId = toNonEmptyText(toFields(answer.json)['prompt_id']);
  const refusal = findPartialRefusal(answer.json);
  if (refusal !== null) {
    // Best effort: no step waits for this job, and the operator's own server charges nothing.
    await cancel(server.url, buildRef(promptId ?? id, job.kind), signal).catch(() => undefined);
    throw refusal;
  }
  if (promptId !== null) return buildRef(promptId, job.kind);
  throw new SubmitUncertain('ComfyUI accepted the job without an id.', answer.status);
}

/**
 * Builds a job's workflow and uploads its files.
 * @throws {ProviderFailure}
 */
async function buildGraph(
  { url, settings }: Server,
  job: VisualJob,
  { signal, onProgress }: CallContext,
): Promise<Graph> {
  const template = chooseTemplate(
    await readTemplates(settings.workflowsDir, job.upstreamModel),
    job,
  );
  const { facts, files } = collectJobValues(job, template.placeholders);
  const target = { url, deadlineMs: settings.uploadDeadlineMs ?? UPLOAD_DEADLINE_MS };
  const values = new Map<string, PlaceholderValue>(facts);
  const wanted = [...files].filter(([name]) => template.placeholders.has(name));
  for (const [at, [name, file]] of wanted.entries()) {
    values.set(name, await upload(target, file, signal));
    onProgress((at + 1) / wanted.length);
  }
  return fill(template.graph, values);
}
