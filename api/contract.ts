import type { Static, TObject, TSchema } from 'typebox';
import type { Right } from '../domain/catalogue/roles.js';
import type { Scope } from '../domain/catalogue/scopes.js';
import type { ErrorCode } from '../domain/contract/error-codes.js';

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

/**
 * One endpoint as clients see it: everything but the code. OpenAPI, MCP and the types of clients
 * (`endpoint-types.ts`) come from it, so its module imports no code of the server.
 */
export interface Contract<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
  O extends TSchema = TSchema,
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
  /** Of a request that asks for something else, and changes nothing. */
  readonly other?: {
    readonly status: 200;
    readonly response: O;
    readonly description: string;
  };
  /** Codes beyond those that every route can answer. */
  readonly errors: readonly ErrorCode[];
  /** Absent: agents have no tool for it. */
  readonly tool?: ToolRow;
  /** A request body that works as it is. */
  readonly example?: NoInfer<Static<B>>;
}

/** The members whose exact values clients infer types from. */
interface Address<I, M, U, K> {
  readonly id: I;
  readonly method: M;
  readonly path: U;
  readonly idempotency: K;
}

/** Declares an endpoint; the result keeps the types of its schemas. */
export function contract<
  const I extends string,
  const M extends Contract['method'],
  const U extends string,
  const K extends Contract['idempotency'],
  B extends TSchema,
  Q extends TObject,
  P extends TObject,
  R extends TSchema,
  O extends TSchema,
>(
  value: Contract<B, Q, P, R, O> & Address<I, M, U, K>,
): Contract<B, Q, P, R, O> & Address<I, M, U, K> {
  return value;
}
