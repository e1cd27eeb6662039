import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Client from '../../packages/client/src/index.js';
import { provideClientProject } from '../../tools/client-package.mjs';
import type { Customer } from '../support/accounts.js';

export type ClientModule = typeof Client;

/** An empty project with the packed client, and the client imported from there. */
export interface InstalledClient {
  readonly project: string;
  readonly client: ClientModule;
  /** A client of the API at this address. */
  of(
    url: string,
    customer: Pick<Customer, 'apiKey'>,
    options?: Partial<Client.ClientOptions>,
  ): Client.MediaClient;
}

/** Packs and installs the client before the first test of a describe block. */
export function installedClient(): InstalledClient {
  const installed = {} as { -readonly [K in keyof InstalledClient]: InstalledClient[K] };
  before('the packed client is installed', async function () {
    this.timeout(120_000);
    const project = await provideClientProject();
    const entry = join(project, 'node_modules/@media-platform/client/dist/index.js');
    const client = (await import(pathToFileURL(entry).href)) as ClientModule;
    Object.assign(installed, {
      project,
      client,
      of: (baseUrl, { apiKey }, options) => new client.MediaClient({ baseUrl, apiKey, ...options }),
    } satisfies InstalledClient);
  });
  return installed;
}

/** A request passed to `fetch`, and the status of its response; null if there was no response. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly at: number;
  status: number | null;
}

/** Creates a `fetch` for the client that records each request. */
export function recordingFetch(): {
  readonly sent: Sent[];
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
} {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(url, init) {
      const headers = new Headers(init.headers);
      const { pathname, search } = new URL(url);
      const one: Sent = {
        method: init.method ?? '',
        path: pathname + search,
        key: headers.get('Idempotency-Key'),
        at: Date.now(),
        status: null,
      };
      sent.push(one);
      const response = await fetch(url, init);
      one.status = response.status;
      return response;
    },
  };
}

/** Returns the error of a call that must fail. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}
