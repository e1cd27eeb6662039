import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ENDPOINT_FIELDS, findFieldProblems, type FileReader, type StoredFile } from './fields.js';
import { Parts, buildPartReply, SINGLE_BYTES_MAX } from './parts.js';
import type { Reply, Script } from './scripts.js';

export interface Job {
  readonly id: string;
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly script: Script;
  readonly looks: Reply[];
  readonly results: Reply[];
  step: number;
  /** When a poll first saw the job's end, by the fake's clock. */
  endedAt: number | null;
  isCancelled: boolean;
  assetLooks: number;
}

export const NOT_FOUND: Reply = { status: 404, body: { status: 'NOT_FOUND' } };
const STATES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const;

/** The fake's state for fal's queue and storage, without HTTP. */
export class FalQueue {
  base = '';
  /** @param checksPolicy also refuses requests that fal accepts but this project never sends */
  constructor(private readonly checksPolicy = true) {}

  readonly scripts: Script[] = [];
  readonly jobs: Job[] = [];
  readonly files: (StoredFile & { readonly id: string })[] = [];
  readonly orders: IncomingHttpHeaders[] = [];
  readonly violations: string[] = [];
  /** Received parts of multipart uploads, by file id. */
  readonly parts = new Map<string, Parts>();
  /** Scripted answers to the next parts. */
  readonly partReplies: Reply[] = [];
  /** Milliseconds by which fal's clock is ahead of the real time. */
  aheadMs = 0;
  /** Whether the current script has already seen an upload. */
  private isPastUpload = false;

  readonly read: FileReader = (address) => {
    const id = String(address).replace(`${this.base}/files/`, '');
    return this.files.find((stored) => stored.id === id) ?? null;
  };

  violate(what: string): Reply {
    this.violations.push(what);
    return { status: 422, body: { detail: [{ loc: ['body'], msg: what, type: 'value_error' }] } };
  }

  initiate(
    query: string,
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
    isMultipart = false,
  ) {
    const { content_type: type, file_name: name, ...rest } = body;
    const stores = ['fal-cdn-v3', ...(this.checksPolicy ? [] : ['gcs'])];
    if (!stores.some((store) => query === `storage_type=${store}`)) {
      return this.violate(`upload query ${query}`);
    }
    if (typeof type !== 'string' || typeof name !== 'string' || Object.keys(rest).length > 0) {
      return this.violate('upload: content_type and file_name, nothing else');
    }
    for (const header of ['x-fal-object-lifecycle', 'x-fal-object-lifecycle-preference']) {
      if (this.checksPolicy && !hasEnd(headers[header])) {
        return this.violate(`upload kept forever by ${header}`);
      }
    }
    const reply = this.isPastUpload ? undefined : this.scripts[0]?.initiate;
    if (reply) {
      this.scripts.shift();
      return reply;
    }
    const id = randomUUID();
    this.files.push({ id, contentType: type, bytes: null });
    if (isMultipart) this.parts.set(id, new Parts());
    const upload_url = `${this.base}/put/${id}${isMultipart ? '?signature=of-the-upload' : ''}`;
    return { status: 200, body: { upload_url, file_url: `${this.base}/files/${id}` } };
  }

  /** Receives one part of a multipart upload. */
  receivePart(id: string, at: number, bytes: Buffer, headers: IncomingHttpHeaders): Reply {
    const parts = this.parts.get(id);
    if (!parts || headers.authorization)
      return this.violate('a part with a key, or of an unknown upload');
    const wrong = parts.add(at, bytes);
    if (wrong !== null) return this.violate(wrong);
    return this.partReplies.shift() ?? buildPartReply(at);
  }

  /** Joins the parts of a multipart upload. */
  complete(id: string, list: unknown): Reply {
    const bytes = this.parts.get(id)?.join(list) ?? null;
    if (bytes === null) return this.violate('complete: the parts differ from the sent ones');
    this.keep(id, bytes);
    return { status: 200, body: {} };
  }

  private keep(id: string, bytes: Buffer): void {
    const at = this.files.findIndex((stored) => stored.id === id);
    this.isPastUpload = true;
    const stored = this.files[at];
    if (stored) this.files[at] = { ...stored, bytes };
  }

  put(id: string, bytes: Buffer, headers: IncomingHttpHeaders): Reply {
    const stored = this.files.find((each) => each.id === id);
    if (bytes.length > SINGLE_BYTES_MAX) return this.violate('a large file in a single upload');
    if (!stored) return this.violate('bytes of an unknown upload');
    if (headers.authorization) return this.violate('key sent with the bytes of an upload');
    if (headers['content-type'] !== stored.contentType) return this.violate('another content type');
    const refused = this.isPastUpload ? undefined : this.scripts[0]?.put;
    if (refused) {
      this.scripts.shift();
      return refused;
    }
    this.keep(id, bytes);
    return { status: 200, body: '' };
  }

  async order(
    endpoint: string,
    input: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): Promise<Reply | 'reset' | 'silent'> {
    this.isPastUpload = false;
    const fields = ENDPOINT_FIELDS[endpoint];
    if (!fields) return this.violate(`no endpoint ${endpoint}`);
    const exposed = this.checksPolicy ? findHeaderProblems(headers) : [];
    const wrong = [...exposed, ...(await findFieldProblems(fields, input, this.read))];
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
      looks: [...(script.looks ?? [])],
      results: [...(script.results ?? [])],
      step: 0,
      endedAt: null,
      isCancelled: false,
      assetLooks: 0,
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
    const hiccup = job.looks.shift();
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
    const { script, id, endpoint } = job;
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
    const isImage = endpoint.startsWith('fal-ai/nano-banana');
    const asset = {
      url: `${this.base}/assets/${id}.${isImage ? 'webp' : 'mp4'}`,
      content_type: isImage ? 'image/webp' : 'video/mp4',
    };
    return { status: 200, body: isImage ? { images: [asset], description: '' } : { video: asset } };
  }

  cancel(job: Job): Reply {
    if (job.step >= STATES.length) return { status: 400, body: { status: 'ALREADY_COMPLETED' } };
    job.isCancelled = true;
    return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } };
  }
}

/** Returns whether a file's lifecycle has an end. */
function hasEnd(lifecycle: string | string[] | undefined): boolean {
  const keep = JSON.parse(String(lifecycle ?? '{}')) as { expiration_duration_seconds?: unknown };
  return Number.isInteger(keep.expiration_duration_seconds);
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
