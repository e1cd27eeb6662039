import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { CreateImage, CreateVideo } from '../endpoints.js';
import type { CallOptions } from '../input.js';
import { createKey } from '../send.js';
import type { WaitOptions } from '../wait.js';
import { NAME } from './settings.js';

/** Options of a call that are not fields of the request. */
type Control = {
  /**
   * Idempotency key: the call is charged once, also if another process repeats it. Default: a new
   * key for each call.
   */
  readonly idempotencyKey?: string | undefined;
  /** Cancels queued generations when the `abortSignal` is aborted. */
  readonly cancelOnAbort?: boolean | undefined;
  /** Time to wait for a result, in milliseconds. Default: 30 minutes. */
  readonly timeoutMs?: number | undefined;
};

/** Options of images: fields of `POST /v1/images`, and three options of the call. */
export type MediaPlatformImageOptions = Control & Partial<CreateImage>;
/** Options of videos: fields of `POST /v1/videos`, and three options of the call. */
export type MediaPlatformVideoOptions = Control & Partial<CreateVideo>;

/** The parts of an SDK call that all models read. */
interface Call {
  readonly providerOptions: SharedV4ProviderOptions;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** An SDK call, in the client's terms. */
export interface ReadCall<Body> {
  /** Fields of the request; they override the options of the SDK. */
  readonly fields: Partial<Body>;
  readonly idempotencyKey: string;
  readonly sending: Pick<CallOptions, 'headers' | 'signal'>;
  readonly waiting: WaitOptions;
}

/** Separates the fields of the request from the options of the call. */
export function readCall<Body>(call: Call): ReadCall<Body> {
  const options = (call.providerOptions[NAME] ?? {}) as Control & Readonly<Record<string, unknown>>;
  const { idempotencyKey, cancelOnAbort, timeoutMs, ...fields } = options;
  const { headers, idempotencyKey: ofHeaders } = readHeaders(call.headers);
  const signal = call.abortSignal;
  return {
    fields: fields as Partial<Body>,
    idempotencyKey: idempotencyKey ?? ofHeaders ?? createKey(),
    sending: { headers, signal },
    waiting: { signal, cancelOnAbort, timeoutMs },
  };
}

/** Reads headers, because `experimental_startVideo` of the SDK sends its key in a header. */
export function readHeaders(given: Call['headers'] = {}): {
  headers: Record<string, string>;
  idempotencyKey: string | undefined;
} {
  const { 'idempotency-key': idempotencyKey, ...headers } = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  ) as Record<string, string>;
  return { headers, idempotencyKey };
}
