import type { EgressAgentOptions } from './agent.js';
import type { EgressAllowList } from './allow-list.js';
import { type BodySink, type FileFacts, readExcerpt, readFile } from './body.js';
import { exchange, type ExchangeResponse } from './exchange.js';
import { toTargetRefusal, UrlRefused } from './refusal.js';
import { createPublicResolver, resolveVetted } from './resolve.js';
import { parseLiteralAddress, parsePublicUrl, parseWebhookUrl } from './url.js';

/** Options of the guard; deadlines are options of each call. */
export type PublicFetchDeps = Omit<EgressAgentOptions, 'signal'>;

export interface DownloadOptions {
  /** Maximum size of an accepted body in bytes. */
  readonly maxBytes: number;
  /**
   * Overall deadline in milliseconds, including redirects and body. When it passes, the sink's
   * input fails.
   */
  readonly deadlineMs: number;
  /** Aborts the download before the deadline; the sink's input fails like at the deadline. */
  readonly signal?: AbortSignal;
  readonly sink: BodySink;
  /** Maximum number of redirects; 3 by default. */
  readonly redirectsMax?: number;
  /** Headers sent only to the first URL, never to a redirect target. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Downloaded extends FileFacts {
  readonly finalUrl: string;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Overall deadline in milliseconds, including the response body. */
  readonly deadlineMs: number;
  /** Maximum number of bytes to read from the response body. */
  readonly maxResponseBytes: number;
}

export interface PostResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The start of the body as text; empty if the body is compressed. */
  readonly bodyExcerpt: string;
}

/** Calls URLs given by strangers. All methods reject with `UrlRefused`. */
export interface PublicFetch {
  /** Checks a URL's format and its host's current IP addresses, without sending a request. */
  check(url: string): Promise<void>;
  /**
   * GETs a file with at most `redirectsMax` redirects. Accepts only a 200 without Content-Encoding.
   * When a body is refused, the sink may already have read part of it.
   */
  download(url: string, options: DownloadOptions): Promise<Downloaded>;
  /**
   * POSTs once, to any port, without following redirects; any status is a result. Once the headers
   * have arrived, an incomplete or slow body only shortens the excerpt.
   */
  post(url: string, options: PostOptions): Promise<PostResult>;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const POST_IDLE_MS = 2000;

/**
 * Creates the only way to call URLs given by callers (imports, webhooks). The rules are in
 * docs/design.md, Egress. Every hop is parsed, resolved and checked again, and has its own
 * connection. Reads no environment variables.
 */
export function createPublicFetch(agent: PublicFetchDeps): PublicFetch {
  return {
    async check(text) {
      const { allow, resolver = createPublicResolver() } = agent;
      const url = parsePublicUrl(text, allow);
      if (allow.hasOrigin(url.origin) || parseLiteralAddress(url.hostname) !== null) return;
      await resolveVetted(url.hostname, resolver, allow);
    },

    async download(text, options) {
      const { maxBytes, deadlineMs, signal, sink, headers = {} } = options;
      const { redirectsMax = MAX_REDIRECTS } = options;
      const timeout = AbortSignal.timeout(deadlineMs);
      const deadline = signal ? AbortSignal.any([timeout, signal]) : timeout;
      const get = { agent, method: 'GET', deadline } as const;
      let url = parsePublicUrl(text, agent.allow);
      for (let hop = 0; ; hop++) {
        const sent = { ...get, headers: hop === 0 ? headers : {} };
        const result = await exchange(url, sent, async (response) => {
          if (!REDIRECTS.has(response.statusCode)) {
            return readFile(response, maxBytes, deadline, sink);
          }
          if (hop < redirectsMax) return resolveRedirect(response, url, agent.allow);
          const detail = 'too_many_redirects';
          throw new UrlRefused('redirect', { detail, figure: redirectsMax });
        }).catch((error: unknown) => {
          throw hop === 0 ? error : toTargetRefusal(error, url.href);
        });
        if (!(result instanceof URL)) return { ...result, finalUrl: url.href };
        url = result;
      }
    },

    async post(text, { headers, body, deadlineMs, maxResponseBytes }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const url = parseWebhookUrl(text, agent.allow);
      const idle = { ...agent, idleMs: agent.idleMs ?? POST_IDLE_MS };
      const post = { agent: idle, method: 'POST', headers, body, deadline } as const;
      return exchange(url, post, async (response) => ({
        status: response.statusCode,
        headers: response.headers,
        bodyExcerpt: await readExcerpt(response, maxResponseBytes),
      }));
    },
  };
}

function resolveRedirect(
  { headers: { location } }: ExchangeResponse,
  from: URL,
  allow: EgressAllowList,
): URL {
  // The location is an array when the server sent the header more than once.
  if (typeof location !== 'string') throw new UrlRefused('redirect');
  try {
    return parsePublicUrl(location, allow, from);
  } catch (error) {
    throw toTargetRefusal(error, URL.parse(location, from.href)?.href ?? location);
  }
}
