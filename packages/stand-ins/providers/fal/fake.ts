import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Outcome, UpstreamFake } from '../upstream-fake.js';
import { issueToken, streamStatus, takeFile } from './extras.js';
import type { StoredFile } from './field-checks.js';
import { FalQueue, NOT_FOUND } from './queue.js';
import { makeResult } from './results.js';
import { SCRIPTS, type Reply, type Script } from './scripts.js';
import { closeServer, listenLocally } from '../listen.js';

export const FAL_KEY = 'fal-test-id:fal-test-secret';

export interface FalFake extends UpstreamFake {
  /** Queues outcomes like `next`, for behaviour that only fal has. */
  script(...scripts: readonly Script[]): void;
  /** Returns the uploaded files, in the order of their initiation. */
  uploads(): readonly StoredFile[];
  /** Sets the answers to the next parts of multipart uploads. */
  answerParts(...replies: readonly Reply[]): void;
  /** Advances fal's clock. */
  advance(ms: number): void;
  /** Returns the headers of every accepted order. */
  headers(): readonly IncomingHttpHeaders[];
}

const MULTIPART = 'initiate-multipart';
const PUT = /^\/put\/(?<file>[^/]+)(?:\/(?<place>[^/]+))?$/;
const JOB = /^\/[^/]+\/[^/]+\/requests\/(?<id>[^/]+)(?<part>\/status(?:\/stream)?|\/cancel)?$/;
const LOGS = [
  { timestamp: '2026-11-21T10:00:00Z', message: 'step 1 of 8', level: 'INFO', source: 'USER' },
];

/**
 * Starts fal on loopback, with queue, storage and CDN at one address.
 * @param checksPolicy also refuses requests that fal accepts but this project never sends; false
 * for other clients
 * @param keepsLength whether clips have the ordered length; otherwise they all last half a second
 */
export async function startFalFake({
  checksPolicy = true,
  keepsLength = false,
} = {}): Promise<FalFake> {
  const fal = new FalQueue(checksPolicy, keepsLength);
  const server = createServer((request, response) => {
    answer(fal, request)
      .then((reply) => send(response, reply))
      .catch((error: unknown) => {
        fal.violate(`unreadable request: ${String(error)}`);
        response.destroy();
      });
  });
  fal.base = await listenLocally(server);
  return {
    url: fal.base,
    next: (...outcomes: Outcome[]) =>
      fal.scripts.push(...outcomes.map((outcome) => SCRIPTS[outcome])),
    script: (...scripts) => fal.scripts.push(...scripts),
    answerParts: (...replies) => fal.storage.partReplies.push(...replies),
    advance: (ms) => void (fal.aheadMs += ms),
    accepted: () => fal.jobs.length,
    inputs: () => fal.jobs.map(({ input }) => input),
    headers: () => fal.orders,
    uploads: () => fal.storage.files,
    cancelled: () => fal.jobs.filter(({ isCancelled }) => isCancelled).length,
    violations: () => fal.violations,
    stop: () => closeServer(server),
  };
}

type FalAnswer = Reply | 'reset' | 'silent' | { readonly type: string; readonly bytes: Buffer };

async function answer(fal: FalQueue, request: IncomingMessage): Promise<FalAnswer> {
  const { method, headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '', fal.base);
  const bytes = await buffer(request);
  if (!headers['user-agent']) return fal.violate('no User-Agent');
  const { file, place } = PUT.exec(pathname)?.groups ?? {};
  if (file !== undefined) {
    const isSigned = searchParams.get('signature') === 'of-the-upload';
    if (place !== undefined && !isSigned) return fal.violate('the query of the upload is lost');
    if (method === 'POST' && place === 'complete') {
      return fal.storage.complete(file, JSON.parse(bytes.toString()));
    }
    if (method !== 'PUT') return fal.violate(`${method} ${pathname}`);
    return place === undefined
      ? fal.storage.put(file, bytes, headers)
      : fal.storage.receivePart(file, Number(place), bytes, headers);
  }
  if (pathname.startsWith('/assets/') && method === 'GET') {
    if (headers.authorization) return fal.violate('key sent to the CDN');
    return serveAsset(fal, pathname.slice(8));
  }
  if (pathname === '/files/upload' && method === 'POST') return takeFile(fal, bytes, headers);
  if (headers.authorization !== `Key ${FAL_KEY}`) return fal.violate(`no key for ${pathname}`);
  const { id, part } = JOB.exec(pathname)?.groups ?? {};
  if (id !== undefined) {
    const job = fal.jobs.find((each) => each.id === id);
    if (!job) return NOT_FOUND;
    if (part === '/cancel' && method === 'PUT') return fal.cancel(job);
    if (method !== 'GET') return fal.violate(`${method} ${pathname}`);
    const logs = searchParams.get('logs') === '1' ? LOGS : null;
    if (part === '/status/stream') return streamStatus(() => fal.status(job, logs));
    const reply = part === '/status' ? fal.status(job, logs) : fal.result(job);
    return { ...reply, headers: { 'x-fal-request-id': id, ...reply.headers } };
  }
  if (method !== 'POST') return fal.violate(`${method} ${pathname}`);
  const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
  if (pathname === '/storage/auth/token') return issueToken(fal, searchParams.toString());
  if (pathname === '/storage/upload/initiate' || pathname === `/storage/upload/${MULTIPART}`) {
    return fal.storage.initiate(
      searchParams.toString(),
      body,
      headers,
      pathname.endsWith(MULTIPART),
    );
  }
  return fal.order(pathname.slice(1), body, headers);
}

async function serveAsset(fal: FalQueue, name: string): Promise<FalAnswer> {
  const [id] = name.split('.');
  const job = fal.jobs.find((each) => each.id === id);
  if (!job) return NOT_FOUND;
  job.assetReads += 1;
  if (job.script.isAssetLate && job.assetReads === 1) return NOT_FOUND;
  return makeResult(job, fal);
}

function send(response: ServerResponse, reply: FalAnswer): void {
  if (reply === 'silent') return;
  if (reply === 'reset') {
    response.destroy();
    return;
  }
  if ('bytes' in reply) {
    response.writeHead(200, { 'content-type': reply.type }).end(reply.bytes);
    return;
  }
  const isText = typeof reply.body === 'string';
  response
    .writeHead(reply.status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...reply.headers,
    })
    .end(isText ? reply.body : JSON.stringify(reply.body));
}
