import http from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import { StorageUnavailable } from '../../domain/ports/object-store.js';

export interface S3Settings {
  /** Origin of the server, such as `http://127.0.0.1:9000`, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Origins whose pages may PUT files; if empty, the bucket's CORS settings are unchanged. */
  readonly corsOrigins?: readonly string[];
  /** Deadline in milliseconds for a call that moves no bulk data. */
  readonly timeoutMs?: number;
}

/**
 * Runs requests under one deadline, which the work can reset; a signal can abort them earlier.
 * `what` names the call in the error.
 */
type S3Call = <T>(
  what: string,
  deadlineMs: number,
  work: (client: Client, setDeadline: (ms: number) => void) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/**
 * The observed exchange. It is needed because the client's errors do not contain the response's
 * status.
 */
interface Exchange {
  sent: boolean;
  status: number | undefined;
  /** Whether the store closed an idle connection just as we reused it. */
  stale: boolean;
}

// Smaller than the default of 64 MiB, because the client copies a body of up to this size.
const PART_BYTES = 8 << 20;

/**
 * Prepares calls to one S3 server.
 *
 * Each call gets its own client over a shared connection pool: the client accepts no abort signal,
 * so its transport receives the signal. The client's retries are off, because they wait up to a
 * minute and print; callers retry.
 *
 * A call rejects with `StorageUnavailable` if the deadline passes, the connection fails or the
 * store responds with 5xx, 408 or 429. It rejects with the signal's reason if the signal aborts,
 * and with the client's error if the store refuses for any other reason.
 *
 * @throws {TypeError} if the endpoint is not a plain http(s) origin
 */
export function createS3Call(settings: S3Settings): S3Call {
  const url = new URL(settings.endpoint);
  const secure = url.protocol === 'https:';
  if ((!secure && url.protocol !== 'http:') || url.pathname !== '/' || url.search) {
    throw new TypeError('The S3 endpoint must be an http or https origin without a path.');
  }
  const module = secure ? https : http;
  const clientOptions = {
    endPoint: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    useSSL: secure,
    region: settings.region,
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    pathStyle: true,
    partSize: PART_BYTES,
    transportAgent: new module.Agent({ keepAlive: true }),
    retryOptions: { disableRetry: true },
  };

  return async (what, deadlineMs, work, signal) => {
    signal?.throwIfAborted();
    const abort = new AbortController();
    const exchange: Exchange = { sent: false, status: undefined, stale: false };
    const transport = createObservedTransport(module, abort.signal, exchange);
    const client = new Client({ ...clientOptions, transport });
    const deadline = startDeadline(abort, deadlineMs, signal);
    try {
      const first = work(client, deadline.set).catch((error: unknown) => {
        // Every call is idempotent, so one retry on a fresh connection is safe.
        if (!exchange.stale || abort.signal.aborted) throw error;
        return work(client, deadline.set);
      });
      return await Promise.race([first, deadline.passed]);
    } catch (error) {
      signal?.throwIfAborted();
      const late = abort.signal.aborted;
      abort.abort(); // frees the connection, whose response is no longer read
      if (!late && isOurs(error, exchange)) throw error;
      const reason = late ? `no answer within ${deadline.ms()} ms` : 'the store failed';
      throw new StorageUnavailable(`${what}: ${reason}`, { cause: error });
    } finally {
      deadline.stop();
    }
  };
}

/**
 * Aborts after a time, or with the signal. Callers also race with `passed`, because the client may
 * not notice the abort.
 */
function startDeadline(abort: AbortController, firstMs: number, signal?: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    abort.abort(reason);
    reject(reason);
  };
  let timer: NodeJS.Timeout | undefined;
  let ms = firstMs;
  const set = (nextMs: number) => {
    ms = nextMs;
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error(`deadline of ${ms} ms passed`)), ms);
  };
  const follow = () => end(signal?.reason);
  set(firstMs);
  signal?.addEventListener('abort', follow, { once: true });
  return {
    passed: promise,
    set,
    ms: () => ms,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

function createObservedTransport(
  module: typeof http | typeof https,
  signal: AbortSignal,
  exchange: Exchange,
) {
  const request = (
    options: https.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest => {
    exchange.sent = true;
    exchange.status = undefined;
    const sent = module.request({ ...options, signal }, (response) => {
      exchange.status = response.statusCode;
      onResponse(response);
    });
    return sent.on('error', () => {
      exchange.stale = sent.reusedSocket && exchange.status === undefined;
    });
  };
  // The S3 client uses only this overload.
  return { request: request as typeof http.request };
}

/** Returns whether our request is at fault rather than the store. */
function isOurs(error: unknown, { sent, status }: Exchange): boolean {
  if (!sent || error instanceof RangeError) return true;
  if (status === undefined || status === 408 || status === 429) return false;
  return status >= 300 && status < 500;
}
