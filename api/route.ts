import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Right } from '../domain/catalogue/roles.js';
import type { Scope } from '../domain/catalogue/scopes.js';
import type { Caller } from '../domain/accounts/caller.js';
import type { Beside } from '../domain/accounts/look-up-keys.js';
import type { Issue } from '../domain/contract/refusal.js';
import type { ErrorCode } from '../domain/contract/error-codes.js';
import type { Deps } from '../runtime/deps.js';
import type { RequestClaim } from '../domain/durable/answer-once.js';
import type { Edge } from './edge.js';

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

/** How a route is a tool for agents, where it is one. What it takes and answers is that of the route. */
export interface ToolRow {
  /** A verb and a noun. */
  readonly name: string;
  readonly title: string;
  /** What it does, what that costs, and what to call next. Agents read nothing else. */
  readonly description: string;
  /** It answers a generation, for whose end it can wait: it takes `wait_seconds`. */
  readonly waits?: true;
  /** It is about making pictures and clips, which some clients must not offer. */
  readonly makes?: true;
  /** It takes something away from the account. */
  readonly destructive?: true;
  /** It reaches people outside of this service. */
  readonly open?: true;
  /** Fields of the body that it takes: these alone, and without those of `needs` it is refused. */
  readonly fields?: readonly string[];
  readonly needs?: readonly string[];
  /** Names of parameters of the path that say more than `id`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Members of the answer that stand in it once more, under the name of an argument. */
  readonly again?: Readonly<Record<string, string>>;
}

/** One endpoint as a value. The table of these drives router, checks, OpenAPI and MCP. */
export interface Route<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` parameters, as OpenAPI writes it. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly scope: Scope;
  /** What people need beside the scope: no key has it. */
  readonly right?: Right;
  /** Set for a GET whose answer lets its reader change something: people need the scope for it too. */
  readonly guarded?: true;
  /** Only people who are signed in find it; its path begins with `/app/api`. */
  readonly door?: 'app';
  readonly idempotency: 'required' | 'none';
  readonly status: 200 | 201 | 202;
  /**
   * What is read together with the caller, in one round trip: about the Idempotency-Key, with the
   * stored answer in it, or about the parameter `id`.
   */
  readonly beside?: Beside;
  /** Answers have an ETag, and one that the client has already is not sent again. */
  readonly tagged?: true;
  readonly body?: B;
  /** The body may hold data URLs: it may be as large as those, 28 MB instead of 1. */
  readonly media?: boolean;
  readonly query?: Q;
  readonly params?: P;
  readonly response: R;
  /** What the answer is when it is no JSON: then it is a `StreamAnswer`. */
  readonly answers?: 'application/zip' | 'text/event-stream';
  /** Documents a `NotStored` answer. */
  readonly other?: {
    readonly status: 200;
    readonly response: TSchema;
    readonly description: string;
  };
  /** Codes beyond those that every route can answer. */
  readonly errors: readonly ErrorCode[];
  /** Absent: agents have no tool for it. */
  readonly tool?: ToolRow;
  /** A request body that works as it is. */
  readonly example?: Static<B>;
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

/** What a handler may answer. */
export type Answered<R extends TSchema> = Static<R> | NotStored | StreamAnswer;

/** Declares a route; the generics tie `handle` to the schemas. */
export function route<B extends TSchema, Q extends TObject, P extends TObject, R extends TSchema>(
  value: Route<B, Q, P, R>,
): Route {
  return value;
}
