import type { VendorAnswer } from '../../http/send.js';
import { toFields, toFieldsList, toNonEmptyText } from '../../http/json.js';
import type { Asset, JobState, UpstreamRef } from '../../../domain/ports/provider.js';
import { parseFault, type FalFault } from './faults.js';

/** A job's state. `fault` is the failure in a finished job's status. */
type QueueStatus = JobState | { readonly state: 'completed'; readonly fault: FalFault | null };

/** Reads a job's status; null if the status is unknown. */
export function readQueueStatus(answer: VendorAnswer): QueueStatus | null {
  const { status, queue_position: position } = toFields(answer.json);
  if (status === 'IN_QUEUE') {
    return { state: 'queued', position: typeof position === 'number' ? position : null };
  }
  // fal reports no progress, only logs whose form depends on the endpoint.
  if (status === 'IN_PROGRESS') return { state: 'running', progress: null };
  return status === 'COMPLETED' ? { state: 'completed', fault: parseFault(answer) } : null;
}

/** Finds a result's file: its `video` or `audio`, or the first of its `images`. */
export function findAsset(json: unknown): Asset | null {
  const { video, audio, images } = toFields(json);
  const url =
    toNonEmptyText(toFields(video ?? audio)['url']) ??
    toNonEmptyText(toFieldsList(images)[0]?.['url']);
  return url === null ? null : { url };
}

const ADDRESS_FIELDS = ['status_url', 'response_url', 'cancel_url'];

/**
 * Reads an accepted job's id and URLs, as returned by fal. We cannot build the URLs, because they
 * contain only a part of the endpoint's path. Returns null if a URL is missing or is not a fal URL,
 * because our key is sent to each of them.
 * @param base URL of the queue
 */
export function readJobRef(json: unknown, base: string): UpstreamRef | null {
  const answer = toFields(json);
  const id = toNonEmptyText(answer['request_id']);
  const addresses = ADDRESS_FIELDS.map((name) => [name, toNonEmptyText(answer[name])] as const);
  if (id === null || !addresses.every(([, address]) => isFal(address, base))) return null;
  return { request_id: id, ...(Object.fromEntries(addresses) as Record<string, string>) };
}

function isFal(address: string | null, base: string): boolean {
  if (address === null || !URL.canParse(address)) return false;
  return isPublic(address) || new URL(address).origin === new URL(base).origin;
}

/** Returns whether a URL belongs to one of the two hosts of fal's public queue. */
function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && /\.(?:fal\.run|falrun\.com)$/.test(hostname);
}

/** URL of fal's storage. */
const STORAGE_URL = 'https://rest.fal.ai';

/** Finds the storage that belongs to a queue: fal's own, or the proxy if one is in front of fal. */
export const findStorageUrl = (queue: string): string => (isPublic(queue) ? STORAGE_URL : queue);

/** Reads the URLs for uploading and reading a file; null if one is missing. */
export function readUploadAddresses(
  json: unknown,
): { readonly put: string; readonly read: string } | null {
  const { upload_url: upload, file_url: file } = toFields(json);
  const [put, read] = [toNonEmptyText(upload), toNonEmptyText(file)];
  return put === null || read === null || !URL.canParse(put) ? null : { put, read };
}
