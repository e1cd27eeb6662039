import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../../domain/accounts/caller.js';
import type { AnswerClaim } from '../../domain/catalogue/runs.js';
import type { Scope } from '../../domain/catalogue/scopes.js';
import type { ErrorCode } from '../../domain/contract/error-codes.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import type { ReceivedFile } from './read-form.js';

/** A request that is authenticated and whose fields are validated. */
export interface Visit<B, Q, P> {
  readonly ctx: Context;
  readonly deps: Deps;
  readonly edge: Edge;
  readonly caller: Caller;
  readonly body: B;
  readonly query: Q;
  readonly params: P;
  /** Files of a multipart body, in request order. */
  readonly files: readonly ReceivedFile[];
  /** Aborted when the client disconnects or has received its response. */
  readonly gone: AbortSignal;
  /** Request options that have no effect; a response header names them. */
  readonly ignored: Set<string>;
  /**
   * Returns the claim that identifies the stored response. A retry of the request has the same
   * claim.
   */
  claim(): Promise<AnswerClaim>;
}

/** The parts of a request that stay in memory while it waits; its body is not included. */
export type Held = Pick<AnyVisit, 'ctx' | 'deps' | 'edge' | 'caller' | 'gone'>;

/** A JSON response, or a stream with its content type. */
export type Answer =
  | { readonly json: object }
  | { readonly stream: Readable; readonly type: string }
  /** The handler has sent the response itself. */
  | 'sent';

/** Creates a response that takes time. The body's memory is released before this is called. */
export type DeferredAnswer = () => Promise<Answer>;

type BodyForm = 'json' | 'multipart';

/** An endpoint as a value. The table of endpoints drives the checks and the document. */
export interface OpenAiEndpoint<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Required scopes; the caller needs all of them. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly body?: B;
  /** Accepted formats of the body. */
  readonly forms?: readonly BodyForm[];
  /** Maximum files of a multipart body, by field. */
  readonly files?: Readonly<Record<string, number>>;
  readonly query?: Q;
  readonly params?: P;
  readonly response: R;
  /** Content types of responses that are not JSON. */
  readonly contentTypes?: readonly string[];
  readonly errors: readonly ErrorCode[];
  readonly example?: Static<B>;
  handle(visit: Visit<Static<B>, Static<Q>, Static<P>>): Promise<Answer | DeferredAnswer>;
}

/** Declares an endpoint; the generics tie `handle` to the schemas. */
export function endpoint<
  B extends TSchema,
  Q extends TObject,
  P extends TObject,
  R extends TSchema,
>(value: OpenAiEndpoint<B, Q, P, R>): OpenAiEndpoint {
  return value;
}

/** The parts of a visit that helpers need, for any endpoint. */
export type AnyVisit = Visit<unknown, unknown, unknown>;
