import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { send, Unanswered, type VendorAnswer, type VendorRequest } from '../../http/send.js';
import type { PlatformApp } from '../app.js';
import { classifyAnswer, formatErrorName, readError, toRecord } from './failure.js';

/** The platforms that use Meta's Graph API. */
export type MetaName = 'instagram' | 'threads';

export interface GraphCall extends Pick<VendorRequest, 'fields' | 'json' | 'signal'> {
  readonly operation: 'oauth' | 'draft' | 'commit' | 'read';
  readonly method: 'GET' | 'POST';
  /** The endpoint's official URL. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Undefined if the call itself concerns tokens. */
  readonly accessToken?: string;
}

/** A Meta platform with our app there. */
export interface Graph {
  readonly app: PlatformApp;
  readonly name: MetaName;
}

export type GraphRecord = Readonly<Record<string, unknown>>;

/**
 * Makes one call that may be retried.
 * @throws {PlatformFailure}
 */
export async function callGraph(graph: Graph, call: GraphCall): Promise<GraphRecord> {
  const answer = await askGraph(graph, call);
  if (!isWhole(answer)) throw classifyAnswer(answer);
  return toRecord(answer.json);
}

/**
 * Makes the call that publishes. Only the platform's own refusals are certain.
 * @throws {PlatformFailure}
 */
export async function callCommit(graph: Graph, call: GraphCall): Promise<GraphRecord> {
  const answer = await askGraph(graph, call, true);
  if (isWhole(answer)) return toRecord(answer.json);
  const failure = classifyAnswer(answer);
  throw isCertain(answer, failure) ? failure : buildUnknownCallOutcome(formatErrorName(answer));
}

/** Returns a response with any status, even without JSON. */
export async function askGraph(
  { app, name }: Graph,
  call: GraphCall,
  publishes = false,
): Promise<VendorAnswer> {
  const { operation, method, accessToken, fields, json, signal } = call;
  const url = new URL(app.rewrite(call.url));
  for (const [key, value] of Object.entries(call.query ?? {})) url.searchParams.set(key, value);
  try {
    return await send({
      call: { provider: name, operation },
      method,
      url: url.href,
      ...(accessToken !== undefined && { headers: { authorization: `Bearer ${accessToken}` } }),
      fields,
      json,
      signal,
      deadlineMs: app.deadlineMs,
    });
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    if (publishes && error.sent) throw buildUnknownCallOutcome('no_answer');
    throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'no_answer');
  }
}

/** Returns whether the response is a success with a readable body. */
const isWhole = ({ status, json }: VendorAnswer): boolean =>
  status >= 200 && status < 300 && typeof json === 'object' && json !== null;

/**
 * Returns whether it is certain that nothing was published. Four cases are uncertain: a body that
 * is not from Meta, an error that reports an internal problem at Meta, 4/2207051 (a post may be
 * live afterwards), and a missing container, which may be missing because it was published.
 */
function isCertain(answer: VendorAnswer, { kind }: PlatformFailure): boolean {
  const { status } = answer;
  if (status === 429 && typeof answer.json === 'object') return kind === 'rate_limited';
  const error = readError(answer);
  if (error === null || status < 400 || status >= 500) return false;
  if (error.subcode === 2207051) return false;
  if (kind === 'retry') return error.code === 9007;
  return kind !== 'new_draft';
}

const buildUnknownCallOutcome = (name: string) =>
  new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', name);
