import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody, Issue } from '../domain/contract/refusal.js';
import type { GenerationBody } from '../domain/contract/generation.js';

/** The demo cannot continue; the message is written for people. */
export class DemoFailed extends Error {
  override readonly name = 'DemoFailed';
}

/** The image request; the API chooses defaults for missing fields. */
export interface ImageWishBody {
  readonly prompt: string;
  readonly aspect_ratio?: string;
  readonly resolution?: string;
}

/** Timeout for one request, in milliseconds. */
const ANSWER_MS = 20_000;
const POLL_MS = 500;

/** An API client as a user would write one. */
export class DemoClient {
  constructor(
    private readonly apiUrl: string,
    private readonly apiKey: string,
    /** Signal that is aborted when the demo's time limit is reached. */
    private readonly signal: AbortSignal,
  ) {}

  create(wish: ImageWishBody): Promise<GenerationBody> {
    return this.call<GenerationBody>('POST', '/v1/images', wish);
  }

  /** Returns the credits left after the charge. */
  async readCredits(): Promise<number> {
    const account = await this.call<{ credits: { total: number } }>('GET', '/v1/account');
    return account.credits.total;
  }

  /** Yields each state of a generation until it ends; retries while the API is busy or down. */
  async *follow(first: GenerationBody): AsyncGenerator<GenerationBody> {
    let latest = first;
    yield latest;
    while (latest.status === 'queued' || latest.status === 'processing') {
      await pause(POLL_MS, undefined, { signal: this.signal });
      const response = await this.send('GET', `/v1/generations/${first.id}`).catch(
        ignoreOutageError,
      );
      if (!response || response.status === 429 || response.status >= 500) continue;
      latest = await this.read<GenerationBody>(response);
      yield latest;
    }
  }

  /** Downloads a public URL. */
  async download(url: string): Promise<Buffer> {
    const response = await fetch(url, { signal: this.signal });
    if (!response.ok) throw new DemoFailed(`${url} answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body).catch((cause: unknown) => {
      if (this.signal.aborted) throw cause;
      throw new DemoFailed(
        `The platform does not answer at ${this.apiUrl}. Start it with \`npm start\`.`,
        { cause },
      );
    });
    return this.read<T>(response);
  }

  private send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.apiUrl + path, {
      method,
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(ANSWER_MS)]),
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  private async read<T>(response: Response): Promise<T> {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    if (!isJson) throw new DemoFailed(`${response.url} answered ${response.status}: not our API?`);
    if (!response.ok) throw new DemoFailed(formatRefusal(response, JSON.parse(text) as ErrorBody));
    return JSON.parse(text) as T;
  }
}

/** Outages are ignored: the next poll tries again, until the demo's time limit. */
function ignoreOutageError(): null {
  return null;
}

function formatRefusal(response: Response, { error }: ErrorBody): string {
  const issues = (error.details?.['issues'] ?? []) as Issue[];
  const wait = response.headers.get('retry-after');
  return [
    `${response.status} ${error.code}: ${error.message}`,
    ...issues.slice(1).map(({ path, message }) => `  ${path}: ${message}`),
    ...(wait ? [`Try again in ${wait} s.`] : []),
  ].join('\n');
}
