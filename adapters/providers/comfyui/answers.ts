import type { VendorAnswer } from '../../http/send.js';
import { entries, fields, text, type Fields } from '../../http/json.js';
import {
  JobFailed,
  type JobState,
  type ProviderJob,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import { jobFailureOf } from './failures.js';
import { savingNodesOf } from './graph.js';

type Kind = ProviderJob['kind'];

/** A job in the queue: `[number, prompt_id, graph, extra_data, outputs]`. */
const idOf = (item: unknown): string | null => text(entries(item)[1]);

/** The client's own id. Older servers assign their own job id, but keep this one. */
const clientOf = (item: unknown): string | null => text(fields(entries(item)[3])['client_id']);

/** Whether ComfyUI, an aiohttp server, sent the response itself, rather than a proxy. */
export const isOwn = ({ headers, json }: Pick<VendorAnswer, 'headers' | 'json'>): boolean =>
  String(headers['server']).includes('aiohttp') || 'error' in fields(json);

/** The position of a job in the queue; null when it is not there. */
export function placeIn(queue: unknown, id: string): Exclude<JobState, { state: 'done' }> | null {
  const { queue_running: running, queue_pending: pending } = fields(queue);
  if (entries(running).some((item) => idOf(item) === id))
    return { state: 'running', progress: null };
  // The list is an unordered heap: the job with the lowest number comes first.
  const sorted = entries(pending).toSorted(
    (one, other) => Number(entries(one)[0]) - Number(entries(other)[0]),
  );
  const position = sorted.findIndex((item) => idOf(item) === id);
  return position < 0 ? null : { state: 'queued', position };
}

/** Finds the server's id of our job, in a queue or in a history; null when it has no such job. */
export function jobIn(json: unknown, ours: string): string | null {
  const { queue_running: running, queue_pending: pending, ...history } = fields(json);
  const items = [
    ...entries(running),
    ...entries(pending),
    ...Object.values(history).map((entry) => fields(entry)['prompt']),
  ];
  return idOf(items.find((item) => idOf(item) === ours || clientOf(item) === ours));
}

/** The ref of an accepted job. */
export const refOf = (promptId: string, kind: Kind): UpstreamRef => ({ prompt_id: promptId, kind });

const EXTENSIONS: Readonly<Record<Kind, RegExp>> = {
  image: /\.(png|jpe?g|webp)$/i,
  // We store MP4, so a workflow must save MP4.
  video: /\.mp4$/i,
};

/** Reads the outcome of a job. @param entry of the history @throws {JobFailed} */
export function endIn(entry: unknown, kind: Kind, url: string): JobState {
  const { status, outputs, prompt } = fields(entry);
  if (fields(status)['status_str'] === 'error') throw jobFailureOf(fields(status));
  const files = Object.values(fields(outputs))
    .flatMap((node) => Object.values(fields(node)).flatMap(entries))
    .map(fields)
    .filter(({ filename }) => EXTENSIONS[kind].test(text(filename) ?? ''));
  // Previews are `temp`. A preview is the result only if the workflow saves nothing; otherwise it
  // may show an input or a draft.
  const canPreview = savingNodesOf(entries(prompt)[2]).length === 0;
  const file = files.find(({ type }) => type === 'output') ?? (canPreview ? files[0] : undefined);
  if (file === undefined) {
    const wanted = kind === 'image' ? 'picture' : 'MP4';
    throw new JobFailed('rejected', `ComfyUI: the workflow saved no ${wanted}.`);
  }
  return { state: 'done', asset: { url: `${url}/view?${queryOf(file)}` }, costUsd: null };
}

function queryOf({ filename, subfolder, type }: Fields): string {
  return new URLSearchParams({
    filename: text(filename) ?? '',
    subfolder: text(subfolder) ?? '',
    type: text(type) ?? 'output',
  }).toString();
}
