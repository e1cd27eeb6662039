import type { VendorAnswer } from '../../http/send.js';
import { toEntries, toFields, toNonEmptyText, type Fields } from '../../http/json.js';
import { JobFailed, type JobState, type UpstreamRef } from '../../../domain/ports/provider.js';
import type { VisualJob } from '../../../domain/ports/provider-job.js';
import { buildJobFailure } from './failures.js';
import { findSavingNodes } from './graph.js';

type OutputKind = VisualJob['kind'];

/**
 * Reads the id of a job in the queue, which is `[number, prompt_id, graph, extra_data, outputs]`.
 */
const readItemId = (item: unknown): string | null => toNonEmptyText(toEntries(item)[1]);

/**
 * Reads the client's own id. Older servers assign their own job id, but keep the client's id too.
 */
const readClientId = (item: unknown): string | null =>
  toNonEmptyText(toFields(toEntries(item)[3])['client_id']);

/** Returns whether ComfyUI, an aiohttp server, sent the response itself, rather than a proxy. */
export const isOwn = ({ headers, json }: Pick<VendorAnswer, 'headers' | 'json'>): boolean =>
  String(headers['server']).includes('aiohttp') || 'error' in toFields(json);

/** Returns a job's position in the queue; null if it is not in the queue. */
export function findQueuePosition(
  queue: unknown,
  id: string,
): Exclude<JobState, { state: 'done' }> | null {
  const { queue_running: running, queue_pending: pending } = toFields(queue);
  if (toEntries(running).some((item) => readItemId(item) === id))
    return { state: 'running', progress: null };
  // The list is an unordered heap; the job with the lowest number comes first in the queue.
  const sorted = toEntries(pending).toSorted(
    (one, other) => Number(toEntries(one)[0]) - Number(toEntries(other)[0]),
  );
  const position = sorted.findIndex((item) => readItemId(item) === id);
  return position < 0 ? null : { state: 'queued', position };
}

/** Finds the server's id of our job in a queue or a history; null if the job is not listed. */
export function findJobId(json: unknown, ours: string): string | null {
  const { queue_running: running, queue_pending: pending, ...history } = toFields(json);
  const items = [
    ...toEntries(running),
    ...toEntries(pending),
    ...Object.values(history).map((entry) => toFields(entry)['prompt']),
  ];
  return readItemId(items.find((item) => readItemId(item) === ours || readClientId(item) === ours));
}

/** Builds the ref of an accepted job. */
export const buildRef = (promptId: string, kind: OutputKind): UpstreamRef => ({
  prompt_id: promptId,
  kind,
});

const EXTENSIONS: Readonly<Record<OutputKind, RegExp>> = {
  image: /\.(png|jpe?g|webp)$/i,
  // We store clips as MP4, so a video workflow must save MP4.
  video: /\.mp4$/i,
};

/**
 * Reads a job's outcome.
 * @param entry the job's entry in the history
 * @throws {JobFailed}
 */
export function readJobEnd(entry: unknown, kind: OutputKind, url: string): JobState {
  const { status, outputs, prompt } = toFields(entry);
  if (toFields(status)['status_str'] === 'error') throw buildJobFailure(toFields(status));
  const files = Object.values(toFields(outputs))
    .flatMap((node) => Object.values(toFields(node)).flatMap(toEntries))
    .map(toFields)
    .filter(({ filename }) => EXTENSIONS[kind].test(toNonEmptyText(filename) ?? ''));
  // Previews are `temp`. A preview is the result only if the workflow saves nothing; otherwise it
  // may show an input or a draft.
  const canPreview = findSavingNodes(toEntries(prompt)[2]).length === 0;
  const file = files.find(({ type }) => type === 'output') ?? (canPreview ? files[0] : undefined);
  if (file === undefined) {
    const wanted = kind === 'image' ? 'picture' : 'MP4';
    throw new JobFailed('rejected', `ComfyUI: the workflow saved no ${wanted}.`);
  }
  return { state: 'done', asset: { url: `${url}/view?${buildFileQuery(file)}` }, costUsd: null };
}

function buildFileQuery({ filename, subfolder, type }: Fields): string {
  return new URLSearchParams({
    filename: toNonEmptyText(filename) ?? '',
    subfolder: toNonEmptyText(subfolder) ?? '',
    type: toNonEmptyText(type) ?? 'output',
  }).toString();
}
