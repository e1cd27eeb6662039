import Koa, { type Middleware } from 'koa';
import { once } from 'node:events';
import {
  request,
  type ClientRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { serveMedia } from '../../api/middleware/media.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { serveApp } from '../support/loopback.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface MediaApp {
  /** Sends the path unchanged; `fetch` would resolve `..` itself. */
  send(path: string, headers?: OutgoingHttpHeaders, method?: string): ClientRequest;
  ask(path: string, headers?: OutgoingHttpHeaders, method?: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts an app with `serveMedia`, whose cache entries do not expire. */
export const startMediaApp = (
  store: ObjectStore,
  options?: Parameters<typeof serveMedia>[2],
): Promise<MediaApp> => startFileApp(serveMedia(store, async () => Infinity, options));

/** Starts an app with the middleware. It sends a refusal as its status and code, and other requests get "next". */
export async function startFileApp(middleware: Middleware): Promise<MediaApp> {
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      ctx.status = error.status;
      ctx.set(error.headers);
      ctx.body = error.code;
    }
  });
  app.use(middleware);
  app.use((ctx) => {
    ctx.body = 'next';
  });
  const { origin, stop } = await serveApp(app);
  const send: MediaApp['send'] = (path, headers = {}, method = 'GET') =>
    request(origin, { path, method, headers }).end();
  return {
    send,
    async ask(...args) {
      const [response] = await once(send(...args), 'response');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await buffer(response),
      };
    },
    stop,
  };
}
