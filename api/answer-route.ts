import {
  readPrefetchedAnswer,
  findAnswer,
  openAnswer,
  type StoredAnswer,
} from '../domain/durable/idempotency-keys.js';
import type { AnswerClaim } from '../domain/catalogue/runs.js';
import type { Caller } from '../domain/accounts/caller.js';
import type { AttachedFiles } from '../domain/uploads/parse-fields.js';
import type { Deps } from '../runtime/deps.js';
import type { Edge } from './edge.js';
import { checkInput, type CheckedRoute } from './check-input.js';
import {
  NotStored,
  StreamAnswer,
  type AnswerRequest,
  type Client,
  type FinishedAnswer,
  type Route,
} from './route.js';

/** An authenticated request whose input is not validated yet. */
export interface RouteRequestInput {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters. Numbers can be strings. */
  readonly query: () => Readonly<Record<string, unknown>>;
  readonly raw: unknown;
  /** Headers that the route has, by their names in its contract; none unless set. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Data that was loaded together with the caller; undefined if no data was loaded. */
  readonly prefetched?: unknown;
  /** Files of a form, for the media fields of `raw`. */
  readonly attached?: AttachedFiles;
  /** Idempotency claim; null for a route without an Idempotency-Key. */
  readonly claim: AnswerClaim | null;
  /** Number of generations that the request creates, all or none; 1 unless set. */
  readonly copies?: number;
  readonly requestId: string;
  readonly client: Client;
}

/** A successful response as JSON text. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** True if this is the stored response of an earlier request with the same key. */
  readonly isReplay: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Delays the response, if the route supports it. Does not reference the request's body, so the
   * caller may release the body's memory first.
   */
  readonly finish: (() => Promise<FinishedAnswer>) | null;
}

/** Answers like `answerRoute`, and then delays the response if the route supports it. */
export async function answerFully(
  ...request: Parameters<typeof answerRoute>
): Promise<Reply | StreamAnswer> {
  const reply = await answerRoute(...request);
  return reply instanceof StreamAnswer ? reply : finishReply(reply);
}

/** Delays a response, if its route supports it. */
export async function finishReply(reply: Reply): Promise<Reply> {
  return reply.finish ? { ...reply, ...(await reply.finish()), finish: null } : reply;
}

/**
 * Answers an authenticated request: finds the stored response, validates, then calls the handler.
 * @throws {Refusal} if the route refuses the request
 */
export async function answerRoute(
  answerable: CheckedRoute,
  asked: RouteRequestInput,
  deps: Deps,
  edge: Edge,
): Promise<Reply | StreamAnswer> {
  const { route } = answerable;
  const { caller, claim, copies = 1, requestId, client, prefetched, attached } = asked;
  const common: AnswerRequest = {
    caller,
    claim: { ...(claim ?? NO_CLAIM), status: route.status, requestId, copies },
    deps,
    edge,
    client,
    prefer: asked.headers?.['Prefer'],
  };
  const found = claim && (await findStored(asked, claim, deps));
  if (found) return replay(route, common, found);
  const request = { ...common, ...checkInput(answerable, asked, deps), prefetched, attached };
  try {
    const result = await route.handle(request as Parameters<Route['handle']>[0]);
    if (result instanceof StreamAnswer) return result;
    if (result instanceof NotStored) {
      const { status, body } = result;
      return { status, text: JSON.stringify(body), isReplay: false, headers: {}, finish: null };
    }
    return buildReply(route, common, { status: route.status, body: JSON.stringify(result) });
  } catch (error) {
    // A concurrent duplicate may have done the work since our check. Its effects, such as a deleted
    // generation, must not make this request fail.
    const duplicate = claim && (await findAnswer(deps.db.manager, claim));
    if (!duplicate) throw error;
    return replay(route, common, duplicate);
  }
}

function replay(route: Route, request: AnswerRequest, stored: StoredAnswer): Reply {
  const answer = openAnswer(request.deps.vault, request.claim, stored);
  return { ...buildReply(route, request, answer), isReplay: true };
}

const buildReply = (
  route: Route,
  request: AnswerRequest,
  { status, body: text }: { readonly status: number; readonly body: string },
): Reply => ({
  status,
  text,
  isReplay: false,
  headers: {},
  finish: route.finish ? async () => (await route.finish?.(text, request)) ?? { text } : null,
});

/**
 * Finds the stored response, which was loaded together with the caller if possible. If a concurrent
 * duplicate stores a response later, the transaction that does the work finds it.
 */
async function findStored(
  { prefetched }: RouteRequestInput,
  claim: AnswerClaim,
  { db }: Deps,
): Promise<StoredAnswer | null> {
  return prefetched === undefined
    ? findAnswer(db.manager, claim)
    : readPrefetchedAnswer(prefetched, claim);
}

/**
 * Placeholder for handlers of routes without an Idempotency-Key. These handlers ignore the claim.
 */
const NO_CLAIM: AnswerClaim = { accountId: '', key: '', fingerprint: '' };
