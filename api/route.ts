import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../domain/accounts/caller.js';
import type { ExtraQuery } from '../domain/accounts/find-callers.js';
import type { Issue } from '../domain/contract/refusal.js';
import type { Deps } from '../runtime/deps.js';
import type { RequestClaim } from '../domain/durable/answer-once.js';
import type { AttachedFiles } from '../domain/uploads/parse-fields.js';
import type { Edge } from './edge.js';
import type { Contract } from './contract.js';
import type { GenerationHeaderValues } from '../domain/contract/generation-headers.js';

/** Access to the client's connection. */
export interface Client {
  /** Creates a signal that is aborted when the client disconnects or has its response. */
  readonly gone: () => AbortSignal;
  /** The `Last-Event-ID` header: a stream resumes after this event. */
  readonly lastEventId: string | null;
  /** Records how long the response waited because the client asked for it; latency excludes it. */
  readonly noteHeld: (ms: number) => void;
  /** The client's network; absent for calls of tools, which need none. */
  readonly network?: string;
}

/** Limits and watches that handlers use. */
type RouteEdge =
  | 'room'
  | 'streams'
  | 'accounts'
  | 'archives'
  | 'waits'
  | 'generations'
  | 'generationStreams'
  | 'stageTimes'
  | 'posts'
  | 'typicalTimes'
  | 'userCodes';

/** Input of a handler: validated, and independent of Koa. */
export interface RouteRequest<B, Q, P> {
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The route's optional headers. */
  readonly headers: GenerationHeaderValues;
  /** Data that the route's extra query loaded; undefined if it was not loaded. */
  readonly prefetched?: unknown;
  /** Files of a form, for media fields; undefined for a JSON body alone. */
  readonly attached?: AttachedFiles | undefined;
  /** Key under which the response is stored; only on routes with `idempotency: 'required'`. */
  readonly claim: RequestClaim;
  readonly deps: Deps;
  /** Counters and limits that all requests of the process share. */
  readonly edge: Pick<Edge, RouteEdge>;
  readonly client: Client;
}

/**
 * A success response that is not stored, because nothing changed; `other` in the contract documents
 * it.
 */
export class NotStored {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** A streamed success response. It is never stored. */
export class StreamAnswer {
  constructor(
    /** Stream that is destroyed when the caller disconnects. */
    readonly body: Readable,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Defaults to the status of the route; 204 if there is nothing to send. */
    readonly status: 200 | 204 = 200,
  ) {}
}

/** A request without its input, as passed to `finish`. */
export type AnswerRequest = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'caller' | 'claim' | 'deps' | 'edge' | 'client'
> & {
  /** The `Prefer` header, for routes that have it. */
  readonly prefer: string | undefined;
};

/** A stored response after its delay, as it is sent. */
export interface FinishedAnswer {
  readonly text: string;
  /** Defaults to the stored status. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The code of a route. */
interface RouteCode<B extends TSchema, Q extends TObject, P extends TObject, R extends TSchema> {
  /**
   * Query for data to load together with the caller, in one round trip. On a route with an
   * Idempotency-Key it also loads the stored response; otherwise it uses the parameter `id`.
   */
  readonly prefetch?: ExtraQuery;
  /**
   * Checks rules that a schema cannot express, such as a model's options. They run in addition to
   * the schema, so the fields can have any type.
   */
  rules?(body: Readonly<Record<string, unknown>>, deps: Deps): Issue[];
  /** Returns the static response for requests without a query. */
  fixed?(deps: Deps, edge: Pick<Edge, RouteEdge>): Static<R> | Promise<Static<R>>;
  /** Time after which the static response is computed again; default: once per process. */
  readonly fixedMs?: number;
  handle(request: RouteRequest<Static<B>, Static<Q>, Static<P>>): Promise<RouteAnswer<R>>;
  /**
   * Delays a stored response until more is known, for the first request with a key and for each
   * retry. The request's body is no longer in memory. @returns the response to send
   */
  finish?(answer: string, request: AnswerRequest): Promise<FinishedAnswer>;
}

/** An endpoint as a value. Router, validation, OpenAPI and MCP use the table of routes. */
export interface Route<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
>
  extends Contract<B, Q, P, R>, RouteCode<B, Q, P, R> {}

/** The possible results of a handler. */
export type RouteAnswer<R extends TSchema> = Static<R> | NotStored | StreamAnswer;

/** Adds the code to a contract; the generics tie `handle` to the schemas. */
export function route<B extends TSchema, Q extends TObject, P extends TObject, R extends TSchema>(
  contract: Contract<B, Q, P, R>,
  code: RouteCode<NoInfer<B>, NoInfer<Q>, NoInfer<P>, NoInfer<R>>,
): Route {
  return { ...contract, ...code };
}
