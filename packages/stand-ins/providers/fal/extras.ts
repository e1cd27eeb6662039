import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FalQueue } from './queue.js';
import type { Reply } from './scripts.js';

/** Endpoints that fal's own clients call but our adapter does not. */

const HOUR = 3_600_000;
/** Maximum number of events, because a stuck job would be streamed forever. */
const EVENTS_MAX = 10;
const TOKEN = 'fal-upload-token';

/** Issues a token for CDN uploads, which the Python client requests first. */
export function issueToken(fal: FalQueue, query: string): Reply {
  if (query !== 'storage_type=fal-cdn-v3') return fal.violate(`token query ${query}`);
  const expires_at = new Date(Date.now() + HOUR).toISOString();
  const body = { token: TOKEN, token_type: 'Bearer', base_url: fal.base, expires_at };
  return { status: 200, body };
}

/** Stores the bytes of an upload that has a CDN token. */
export function takeFile(fal: FalQueue, bytes: Buffer, headers: IncomingHttpHeaders): Reply {
  if (headers.authorization !== `Bearer ${TOKEN}`) {
    return { status: 401, body: { detail: 'Invalid token' } };
  }
  const { 'content-type': contentType, 'x-fal-file-name': name } = headers;
  if (!contentType || !name) return fal.violate('upload: content type and x-fal-file-name');
  const id = randomUUID();
  fal.storage.files.push({ id, contentType, bytes });
  return { status: 200, body: { access_url: `${fal.base}/files/${id}` } };
}

/** Streams a job's states as server-sent events until the job is finished. */
export function streamStatus(readStatus: () => Reply): Reply | { type: string; bytes: Buffer } {
  const events: string[] = [];
  while (events.length < EVENTS_MAX) {
    const reply = readStatus();
    if (reply.status >= 300) return reply;
    events.push(`data: ${JSON.stringify(reply.body)}\n\n`);
    if (reply.status === 200) break;
  }
  return { type: 'text/event-stream', bytes: Buffer.from(events.join('')) };
}
