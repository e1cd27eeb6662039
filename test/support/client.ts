import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { logMessages } from './message-log.js';

/** Response of the API. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Idempotency-Key; by default a new one for each call, null for none. */
  idem?: string | null;
}

/** Client of the API that sends one key, over real HTTP. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string | null,
  ) {}

  /** Returns a client with the same key for another address of the API. */
  at(url: string): ApiClient {
    return new ApiClient(url, this.apiKey);
  }

  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { body, headers = {}, idem = randomUUID() } = options;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.apiKey !== null && { Authorization: `Bearer ${this.apiKey}` }),
        ...(method !== 'GET' && idem !== null && { 'Idempotency-Key': idem }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    logMessages(response.status, text);
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  }

  get<T = GenerationBody>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }

  /** Sends POST /v1/images. */
  image(body: unknown, options: CallOptions = {}): Promise<Answer<GenerationBody>> {
    return this.call('POST', '/v1/images', { body, ...options });
  }

  /** Sends POST /v1/videos. */
  video(body: unknown, options: CallOptions = {}): Promise<Answer<GenerationBody>> {
    return this.call('POST', '/v1/videos', { body, ...options });
  }

  /** Makes a call that the API must refuse. */
  refused(method: string, path: string, options: CallOptions = {}): Promise<Answer<ErrorBody>> {
    return this.call(method, path, options);
  }
}
