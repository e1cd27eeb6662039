import { Agent, FormData, request } from 'undici';
import { observeCall, type CallOutcome, type UpstreamCall } from './upstream-call.js';

/** A file in a multipart form. */
export interface FormFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/** One request to a vendor. It has at most one of `json`, `fields`, `form` and `bytes`. */
export interface VendorRequest {
  readonly call: UpstreamCall;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Form fields, sent as `application/x-www-form-urlencoded`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Multipart form fields, sent in this order. */
  readonly form?: Readonly<Record<string, string | FormFile>>;
  readonly bytes?: Buffer;
  /** Timeout in milliseconds for connection, headers and body together; 30 s by default. */
  readonly deadlineMs?: number;
  readonly signal: AbortSignal;
}

/** A vendor's response with any status. */
export interface VendorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined if the body is empty or not JSON. */
  readonly json: unknown;
}

/** A response whose body is not text. */
export interface BytesAnswer extends Pick<VendorAnswer, 'status' | 'headers'> {
  readonly bytes: Buffer;
}

const DEADLINE_MS = 30_000;
/** Large enough for a 4K image in base64; all other vendor JSON is far smaller. */
const ANSWER_BYTES_MAX = 64_000_000;
/** Vendors refuse requests without a user agent. */
const USER_AGENT = 'media-generation-platform/1';

/**
 * Errors that occur before a connection is open, so the vendor cannot have accepted the request.
 */
const NOT_SENT: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

// Each request has its own connection. If a paid request reused an idle connection just as the
// vendor closed it, the outcome would be unknown.
const agent = new Agent({ pipelining: 0, connect: { timeout: 5_000 } });

/**
 * Thrown when there was no response. `sent` is false if the vendor cannot have received the
 * request.
 */
export class Unanswered extends Error {
  constructor(
    readonly sent: boolean,
    readonly isLate: boolean,
  ) {
    super(isLate ? 'no answer in time' : 'no connection');
    this.name = 'Unanswered';
  }
}

/**
 * Sends one request and reads the whole response. Does not follow redirects or retry.
 * @throws {Unanswered} when there is no response
 * @throws the signal's abort reason
 */
export async function send(wanted: VendorRequest): Promise<VendorAnswer> {
  const { status, headers, bytes } = await sendForBytes(wanted);
  const text = bytes.toString('utf8');
  return { status, headers, text, json: parseJson(text) };
}

/** Sends one request like `send`, and returns the body as it is. */
export function sendForBytes(wanted: VendorRequest): Promise<BytesAnswer> {
  return observeCall(wanted.call, wanted, (headers) => exchange(wanted, headers), classifyError);
}

function classifyError(error: unknown): CallOutcome {
  if (!(error instanceof Unanswered)) return 'given_up';
  return error.isLate ? 'timeout' : 'no_answer';
}

async function exchange(
  wanted: VendorRequest,
  traceHeaders: Readonly<Record<string, string>>,
): Promise<BytesAnswer> {
  const deadline = AbortSignal.timeout(wanted.deadlineMs ?? DEADLINE_MS);
  const signal = AbortSignal.any([wanted.signal, deadline]);
  try {
    const { statusCode, headers, body } = await request(wanted.url, {
      dispatcher: agent,
      method: wanted.method,
      headers: {
        'user-agent': USER_AGENT,
        ...buildContentType(wanted),
        ...traceHeaders,
        ...wanted.headers,
      },
      body: encodeBody(wanted),
      reset: true,
      signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw new Unanswered(true, false);
      chunks.push(chunk);
    }
    return { status: statusCode, headers, bytes: Buffer.concat(chunks) };
  } catch (error) {
    wanted.signal.throwIfAborted();
    if (error instanceof Unanswered) throw error;
    if (deadline.aborted) throw new Unanswered(true, true);
    const { code } = error as { code?: unknown };
    throw new Unanswered(!NOT_SENT.includes(code), false);
  }
}

function buildContentType({ json, fields }: VendorRequest): Readonly<Record<string, string>> {
  if (json !== undefined) return { 'content-type': 'application/json' };
  return fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
}

function encodeBody({
  json,
  fields,
  form,
  bytes,
}: VendorRequest): string | FormData | Buffer | null {
  if (json !== undefined) return JSON.stringify(json);
  if (fields) return new URLSearchParams(fields).toString();
  if (form === undefined) return bytes ?? null;
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') data.append(name, value);
    else {
      const blob = new Blob([new Uint8Array(value.bytes)], { type: value.contentType });
      data.append(name, blob, value.fileName);
    }
  }
  return data;
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns `Retry-After` in milliseconds; null if it is missing or not a number of seconds. */
export function readRetryAfterMs({ headers }: Pick<VendorAnswer, 'headers'>): number | null {
  const text = headers['retry-after'];
  const seconds = typeof text === 'string' ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
