import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { send, Unanswered, type VendorAnswer, type VendorRequest } from '../../http/send.js';
import type { PlatformApp } from '../app.js';
import { failureOf, nameOf, readError, recordOf } from './failure.js';

/** The platforms that speak Meta's Graph API. */
export type MetaName = 'instagram' | 'threads';

export interface GraphCall extends Pick<VendorRequest, 'fields' | 'json' | 'signal'> {
  readonly operation: 'oauth' | 'draft' | 'commit' | 'read';
  readonly method: 'GET' | 'POST';
  /** Official address. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Absent where the call itself is about tokens. */
  readonly accessToken?: string;
}

/** One of the platforms, with our app there. */
export interface Graph {
  readonly app: PlatformApp;
  readonly name: MetaName;
}

export type GraphRecord = Readonly<Record<string, unknown>>;

/**
 * One call that may be repeated.
 * @throws {PlatformFailure}
 */
export async function callGraph(graph: Graph, call: GraphCall): Promise<GraphRecord> {
  const answer = await askGraph(graph, call);
  if (!isWhole(answer)) throw failureOf(answer);
  return recordOf(answer.json);
}

/**
 * The call that publishes. Only what the platform itself has refused is certain.
 * @throws {PlatformFailure}
 */
export async function callCommit(graph: Graph, call: GraphCall): Promise<GraphRecord> {
  const answer = await askGraph(graph, call, true);
  if (isWhole(answer)) return recordOf(answer.json);
  const failure = failureOf(answer);
  throw isCertain(answer, failure) ? failure : unknown(nameOf(answer));
}

/** An answer with any status, also one that is no JSON. */
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
    if (publishes && error.sent) throw unknown('no_answer');
    throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'no_answer');
  }
}

/** A success whose body can be read. */
const isWhole = ({ status, json }: VendorAnswer): boolean =>
  status >= 200 && status < 300 && typeof json === 'object' && json !== null;

/**
 * Whether nothing was published for certain. A body that is not Meta's own, and an error that says
 * that something went wrong there, are not certain; nor is 4/2207051, after which a post may be
 * live, or a container that is said to be gone: it may be gone because it was published.
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

const unknown = (name: string) => new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', name);
