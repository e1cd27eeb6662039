import { readFileSync } from 'node:fs';
import type { UpstreamFake } from '../upstream-fake.js';
import { serveReplies, type ConnectionEnding, type Reply, type SeenRequest } from '../loopback.js';
import { listModels } from './models.js';
import { type Job, buildJobReply, REFUSALS, buildFault, type Style } from './replies.js';
import { malformed, findUnsupported } from './rules.js';

export const KEY = 'sk-or-test-key';

const CLIP = readFileSync(new URL('../clip.mp4', import.meta.url));
const BASE = '/api/v1';
const JOB = /^\/api\/v1\/videos\/(?<id>[\w-]+)(?<content>\/content)?$/;

export interface OpenRouterFake extends UpstreamFake {
  /** Sets how the service presents later jobs, where its pages document two ways. */
  style(style: Partial<Style>): void;
  /** Answers the next order or poll with a given reply; nothing is accepted. */
  answer(what: 'order' | 'status', reply: Reply): void;
}

/** Starts OpenRouter's video API on loopback, with a separate store for signed addresses. */
export async function startOpenRouterFake(): Promise<OpenRouterFake> {
  const router = new Router();
  const server = await serveReplies((seen) => router.reply(seen));
  router.origin = server.url;
  return {
    url: `${server.url}${BASE}`,
    next: (...outcomes) => router.outcomes.push(...outcomes),
    style: (style) => (router.style = { ...router.style, ...style }),
    answer: (what, reply) => router.byHand.push({ what, reply }),
    accepted: () => router.jobs.size,
    inputs: () => router.inputs,
    // OpenRouter has no call for cancelling.
    cancelled: () => 0,
    violations: () => router.violations,
    stop: () => server.stop(),
  };
}

class Router {
  origin = '';
  style: Style = { polling: 'relative', download: 'unsigned' };
  readonly outcomes: Job['outcome'][] = [];
  readonly byHand: { what: 'order' | 'status'; reply: Reply }[] = [];
  readonly jobs = new Map<string, Job>();
  readonly inputs: unknown[] = [];
  readonly violations: string[] = [];

  async reply(seen: SeenRequest): Promise<Reply | ConnectionEnding> {
    const { method, path, headers } = seen;
    if (!headers['user-agent']) this.violations.push('no User-Agent');
    if (path.startsWith('/signed/')) return this.#signed(seen);
    if (headers.authorization !== `Bearer ${KEY}`) {
      if (!path.endsWith('/content')) this.violations.push(`no key for ${path}`);
      return buildFault(401, 'No auth credentials found');
    }
    if (method === 'POST' && path === `${BASE}/videos`) {
      return this.#byHand('order') ?? (await this.#order(seen));
    }
    if (method === 'GET' && path === `${BASE}/videos/models`) return listModels();
    const { id, content } = JOB.exec(path)?.groups ?? {};
    if (method !== 'GET' || id === undefined) {
      this.violations.push(`${method} ${path} does not exist`);
      return buildFault(404, 'Not Found');
    }
    const job = this.jobs.get(id);
    if (content !== undefined) return this.#file(job, seen);
    return this.#byHand('status') ?? buildJobReply(job, this.origin);
  }

  #byHand(wanted: 'order' | 'status'): Reply | undefined {
    const at = this.byHand.findIndex(({ what }) => what === wanted);
    return at < 0 ? undefined : this.byHand.splice(at, 1)[0]?.reply;
  }

  async #order({ headers, body }: SeenRequest): Promise<Reply | ConnectionEnding> {
    if (headers['content-type'] !== 'application/json') this.violations.push('no JSON');
    const input = JSON.parse(body.toString()) as Record<string, unknown>;
    const wrong = await malformed(input);
    this.violations.push(...wrong);
    const refused = [...wrong, ...findUnsupported(input)];
    if (refused.length > 0) return buildFault(400, refused.join('; '));
    const outcome = this.outcomes.shift() ?? 'success';
    const refusal = REFUSALS[outcome];
    if (refusal) return refusal;
    const id = `gen-vid-1763730000-${this.jobs.size + 1}`;
    this.jobs.set(id, { id, outcome, style: this.style, polls: 0, fetches: 0 });
    this.inputs.push(input);
    if (outcome === 'gateway_error') return { status: 502, text: '<h1>Bad gateway</h1>' };
    if (outcome === 'accepted_then_reset') return 'reset';
    if (outcome === 'accepted_then_silent') return 'silent';
    const path = `${BASE}/videos/${id}`;
    const polling_url = this.style.polling === 'relative' ? path : `${this.origin}${path}`;
    return { status: 202, json: { id, polling_url, status: 'pending' } };
  }

  /** Returns a job's content, which requires the key. */
  #file(job: Job | undefined, { query }: SeenRequest): Reply {
    if (!job || query.get('index') !== '0') return buildFault(404, 'Not Found');
    job.fetches += 1;
    if (job.outcome === 'asset_late' && job.fetches === 1) return buildFault(409, 'Not ready');
    return { status: 200, headers: { 'content-type': 'video/mp4' }, bytes: CLIP };
  }

  /** Answers like another company's store. */
  #signed({ path, headers }: SeenRequest): Reply {
    if (headers.authorization !== undefined) {
      this.violations.push('the key was sent to a signed address');
    }
    const job = this.jobs.get(path.slice('/signed/'.length));
    if (!job) return { status: 404, text: 'NoSuchKey' };
    return { status: 200, headers: { 'content-type': 'video/mp4' }, bytes: CLIP };
  }
}
