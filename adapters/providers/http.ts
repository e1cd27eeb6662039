import { Agent, FormData, request } from 'undici';
import { ORDER_MS_MAX, ProviderFailure, SubmitUncertain } from '../../domain/ports/provider.js';
import { observeCall, type CallOutcome, type UpstreamCall } from './upstream-call.js';

/** A file in a multipart form. */
export interface FormFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/** One request to an upstream. At most one of `json`, `form` and `bytes`. */
export interface UpstreamRequest {
  readonly call: UpstreamCall;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Fields of a multipart form, sent in this order. */
  readonly form?: Readonly<Record<string, string | FormFile>>;
  readonly bytes?: Buffer;
  /** Milliseconds for connection, headers and body together: 30 s, of an order 60 s unless set. */
  readonly deadlineMs?: number;
  readonly signal: AbortSignal;
}

/** An answer with any status. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined when it is empty or not JSON. */
  readonly json: unknown;
}

const DEADLINE_MS = 30_000;
/** A 4K picture in base64 fits; all other JSON of vendors is far smaller. */
const ANSWER_BYTES_MAX = 64_000_000;
/** Vendors refuse requests without a user agent. */
const USER_AGENT = 'media-generation-platform/1';

/** Errors before a connection was made: the request cannot have been accepted. */
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

// Each request has its own connection. If the vendor closed an idle connection just as an order
// uses it, the outcome of the order would be unknown.
const agent = new Agent({ pipelining: 0, connect: { timeout: 5_000 } });

/** Thrown when no answer came. `sent` is false when the upstream cannot have seen the request. */
export class NoAnswer extends ProviderFailure {
  override readonly name = 'NoAnswer';
  constructor(
    readonly sent: boolean,
    kind: 'timeout' | 'unavailable',
  ) {
    super(kind, kind === 'timeout' ? 'The upstream did not answer in time.' : 'No connection.');
  }
}

/**
 * Sends one request and reads its whole answer; no redirects, no retries.
 * @throws {NoAnswer} when there is none
 * @throws the abort reason of the signal
 */
export function ask(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
  return observeCall(wanted.call, wanted, (headers) => send(wanted, headers), outcomeOf);
}

function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof NoAnswer)) return 'given_up';
  return error.kind === 'timeout' ? 'timeout' : 'no_answer';
}

async function send(
  wanted: UpstreamRequest,
  traceHeaders: Readonly<Record<string, string>>,
): Promise<UpstreamAnswer> {
  const deadline = AbortSignal.timeout(wanted.deadlineMs ?? DEADLINE_MS);
  const signal = AbortSignal.any([wanted.signal, deadline]);
  try {
    const { statusCode, headers, body } = await request(wanted.url, {
      dispatcher: agent,
      method: wanted.method,
      headers: {
        'user-agent': USER_AGENT,
        ...(wanted.json !== undefined && { 'content-type': 'application/json' }),
        ...traceHeaders,
        ...wanted.headers,
      },
      body: bodyOf(wanted),
      reset: true,
      signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_BYTES_MAX) throw new NoAnswer(true, 'unavailable');
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    return { status: statusCode, headers, text, json: parseJson(text) };
  } catch (error) {
    wanted.signal.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    if (deadline.aborted) throw new NoAnswer(true, 'timeout');
    const { code } = error as { code?: unknown };
    throw new NoAnswer(!NOT_SENT.includes(code), 'unavailable');
  }
}

/**
 * Sends a request that orders work. Nobody knows whether it was accepted when the answer is lost,
 * or comes from a gateway that may have forwarded the request (502 or 504 without a body of the
 * vendor).
 * @param isOwn whether a 5xx answer was written by the vendor's service itself
 * @throws {SubmitUncertain}
 * @throws {NoAnswer} when it was certainly not sent
 */
export async function order(
  wanted: UpstreamRequest,
  isOwn: (answer: UpstreamAnswer) => boolean,
): Promise<UpstreamAnswer> {
  try {
    // Whoever stops waiting too soon has an order that may be paid, and no result.
    const answer = await ask({ ...wanted, deadlineMs: wanted.deadlineMs ?? ORDER_MS_MAX });
    if (answer.status < 500 || isOwn(answer)) return answer;
    throw new SubmitUncertain('A gateway answered in the place of the upstream.', answer.status);
  } catch (error) {
    if (wanted.signal.aborted)
      throw new SubmitUncertain('The call was given up before its answer.');
    if (!(error instanceof NoAnswer) || !error.sent) throw error;
    throw new SubmitUncertain('The answer to the order was lost.');
  }
}

function bodyOf({ json, form, bytes }: UpstreamRequest): string | FormData | Buffer | null {
  if (json !== undefined) return JSON.stringify(json);
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

/** The failure that follows from a status alone. `message` is the vendor's own text. */
export function failureOf(answer: UpstreamAnswer, message: string): ProviderFailure {
  const { status } = answer;
  const words = message.trim().slice(0, 300) || `The upstream answered ${status}.`;
  if (status === 429) {
    return new ProviderFailure('rate_limited', words, status, retryAfterMs(answer));
  }
  if (status === 408 || status === 504) return new ProviderFailure('timeout', words, status);
  if (status >= 500) return new ProviderFailure('unavailable', words, status, retryAfterMs(answer));
  return new ProviderFailure('rejected', words, status);
}

/** `Retry-After` in milliseconds; null when absent or not a number of seconds. */
export function retryAfterMs({ headers }: Pick<UpstreamAnswer, 'headers'>): number | null {
  const text = headers['retry-after'];
  const seconds = typeof text === 'string' ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
