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

/** A request that was let in and whose fields are checked. */
export interface Visit<B, Q, P> {
  readonly ctx: Context;
  readonly deps: Deps;
  readonly edge: Edge;
  readonly caller: Caller;
  readonly body: B;
  readonly query: Q;
  readonly params: P;
  /** Files of a multipart body, in their order. */
  readonly files: readonly ReceivedFile[];
  /** Aborted when the client is gone or has its answer. */
  readonly gone: AbortSignal;
  /** Options that were given and have no effect; a header names them. */
  readonly ignored: Set<string>;
  /** The claim under which the answer is stored: a retry of the request has the same. */
  claim(): Promise<AnswerClaim>;
}

/** What a request holds while it waits: nothing of its body. */
export type Held = Pick<AnyVisit, 'ctx' | 'deps' | 'edge' | 'caller' | 'gone'>;

/** JSON, or a stream with its type. */
export type Answer =
  | { readonly json: object }
  | { readonly stream: Readable; readonly type: string }
  /** The handler has written the answer itself. */
  | 'sent';

/** Makes an answer that is waited for. The memory of the body is given back before it is called. */
export type Later = () => Promise<Answer>;

type BodyForm = 'json' | 'multipart';

/** One endpoint as a value. The table of these drives the checks and the document. */
export interface OpenAiEndpoint<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` parameters, as OpenAPI writes it. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** All of them are needed. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly body?: B;
  /** How a body may be sent. */
  readonly forms?: readonly BodyForm[];
  /** Files of a multipart body: how many each field takes. */
  readonly files?: Readonly<Record<string, number>>;
  readonly query?: Q;
  readonly params?: P;
  readonly response: R;
  /** Content types of answers that are no JSON. */
  readonly answers?: readonly string[];
  readonly errors: readonly ErrorCode[];
  readonly example?: Static<B>;
  handle(visit: Visit<Static<B>, Static<Q>, Static<P>>): Promise<Answer | Later>;
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

/** What helpers need of a visit, whatever its endpoint. */
export type AnyVisit = Visit<unknown, unknown, unknown>;
