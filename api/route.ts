import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../domain/accounts/caller.js';
import type { Beside } from '../domain/accounts/look-up-keys.js';
import type { Issue } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import type { RequestClaim } from '../domain/durable/answer-once.js';
import type { Edge } from './edge.js';
import type { Contract } from './contract.js';

/** The connection to the client. */
export interface Client {
  /** Creates a signal that is aborted when the client is gone or has its answer. */
  readonly gone: () => AbortSignal;
  /** The header `Last-Event-ID`: a stream resumes after this event. */
  readonly lastEventId: string | null;
}

/** What a handler receives: checked input, and nothing of Koa. */
export interface RouteRequest<B, Q, P> {
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** What `beside` of the route has read; undefined when it was not read. */
  readonly beside?: unknown;
  /** Where the answer is stored; only on routes with `idempotency: 'required'`. */
  readonly claim: RequestClaim;
  readonly deps: Deps;
  /** Counts and bounds that all requests of the process share. */
  readonly edge: Pick<Edge, 'room' | 'streams' | 'accounts' | 'archives'>;
  readonly client: Client;
}

/** A success of a request that changes nothing, so it is never stored; `other` documents it. */
export class NotStored {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** A success that is sent while it is made. It is never stored. */
export class StreamAnswer {
  constructor(
    /** Destroyed when the caller leaves. */
    readonly body: Readable,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A request without its input, as the wait for a stored answer needs it. */
export type AnswerRequest = Omit<
  RouteRequest<unknown, unknown, unknown>,
  'params' | 'query' | 'body' | 'beside'
>;

/** The code of an endpoint. */
interface RouteCode<B extends TSchema, Q extends TObject, P extends TObject, R extends TSchema> {
  /**
   * What is read together with the caller, in one round trip: about the Idempotency-Key, with the
   * stored answer in it, or about the parameter `id`.
   */
  readonly beside?: Beside;
  /**
   * Rules that no schema can express, such as what a model offers. Their issues are reported
   * together with those of the schema, so the fields may be of any type.
   */
  rules?(body: Readonly<Record<string, unknown>>, deps: Deps): Issue[];
  /** What everybody is answered who sends no query: the same as long as the process runs. */
  fixed?(deps: Deps): Static<R>;
  handle(request: RouteRequest<Static<B>, Static<Q>, Static<P>>): Promise<Answered<R>>;
  /**
   * Holds a stored answer back until more is known, for the first request with its key and for each
   * that repeats it. @returns the answer to send
   */
  finish?(answer: string, request: AnswerRequest): Promise<string>;
}

/** One endpoint as a value. The table of these drives router, checks, OpenAPI and MCP. */
export interface Route<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
>
  extends Contract<B, Q, P, R>, RouteCode<B, Q, P, R> {}

/** What a handler may answer. */
export type Answered<R extends TSchema> = Static<R> | NotStored | StreamAnswer;

/** Adds the code to a contract; the generics tie `handle` to the schemas. */
export function route<B extends TSchema, Q extends TObject, P extends TObject, R extends TSchema>(
  contract: Contract<B, Q, P, R>,
  code: RouteCode<NoInfer<B>, NoInfer<Q>, NoInfer<P>, NoInfer<R>>,
): Route {
  return { ...contract, ...code };
}
