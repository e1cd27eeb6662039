import { Api } from './api.js';
import type { CreateImage, CreateVideo } from './endpoints.js';
import { Creations, Generations } from './generations.js';
import type { Settings } from './send.js';
import { Speeches } from './speech.js';
import { Uploads } from './uploads.js';

export interface ClientOptions {
  /** Address of the service, such as `http://localhost:8080`. */
  readonly baseUrl: string;
  /** API key. Omit it if `fetch` or a proxy adds the key. */
  readonly apiKey?: string | undefined;
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: Settings['fetch'] | undefined;
  /** Time limit of a call with all its retries, in milliseconds. Default: 3 minutes. */
  readonly timeoutMs?: number | undefined;
  /**
   * Time limit of one attempt, from the connection to the complete response, in milliseconds.
   * Default: 60 seconds, which is more than the service needs.
   */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * Maximum retries of a call after a lost response, 429 or 5xx. Default: 5, and during an outage
   * as many as `timeoutMs` allows.
   */
  readonly maxRetries?: number | undefined;
}

const TIMEOUT_MS = 180_000;
const ATTEMPT_TIMEOUT_MS = 60_000;

/** Client of the media generation API. */
export class MediaClient extends Api {
  readonly generations = new Generations(this);
  readonly images = new Creations<CreateImage>(this.generations, (body, options) =>
    this.request('POST /v1/images', { ...options, body }),
  );
  readonly videos = new Creations<CreateVideo>(this.generations, (body, options) =>
    this.request('POST /v1/videos', { ...options, body }),
  );
  readonly speech = new Speeches(this);
  readonly uploads = new Uploads(this);

  constructor(options: ClientOptions) {
    super(readSettings(options));
  }
}

function readSettings(options: ClientOptions): Settings {
  const { baseUrl, apiKey } = options;
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl is not a URL: ${baseUrl}`);
  if (apiKey === '') throw new TypeError('apiKey is empty.');
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    // Browsers require that `fetch` is called on the global object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    attemptTimeoutMs: options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS,
    maxRetries: options.maxRetries,
  };
}
