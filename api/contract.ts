import type { Static, TObject, TSchema } from 'typebox';
import type { PersonRight } from '../domain/catalogue/roles.js';
import type { Scope } from '../domain/catalogue/scopes.js';
import type { ErrorCode } from '../domain/contract/error-codes.js';
import type { GenerationHeaders } from '../domain/contract/generation-headers.js';

/** MCP tool of a route, with the same input and response as the route. */
export interface ToolRow {
  /** A verb and a noun, such as `get_generation`. */
  readonly name: string;
  readonly title: string;
  /** Says what the tool does, what it costs, and what to call next. Agents read only this. */
  readonly description: string;
  /** The tool returns a generation and can wait for it to end: it accepts `wait_seconds`. */
  readonly waits?: true;
  /** The tool generates images or videos, or helps to. Some clients must not offer such tools. */
  readonly makes?: true;
  /** The tool removes something from the account. */
  readonly destructive?: true;
  /** The tool reaches people outside this service. */
  readonly open?: true;
  /** The only body fields that the tool accepts. The fields in `needs` are required. */
  readonly fields?: readonly string[];
  readonly needs?: readonly string[];
  /** Body fields that the tool does not accept. */
  readonly without?: readonly string[];
  /** More specific names than `id` for path parameters. */
  readonly names?: Readonly<Record<string, string>>;
  /** Response fields that are repeated under the name of an argument. */
  readonly again?: Readonly<Record<string, string>>;
}

/**
 * The interface of an endpoint, without its code. OpenAPI, MCP and the client types
 * (`endpoint-types.ts`) are derived from it, so contract modules import no server code.
 */
export interface Contract<
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
  P extends TObject = TObject,
  R extends TSchema = TSchema,
  O extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly scope: Scope;
  /** Right that people need in addition to the scope. API keys never have rights. */
  readonly right?: PersonRight;
  /** Set for a GET whose response lets its reader change something: people need the scope too. */
  readonly guarded?: true;
  /**
   * `app`: only for people who are signed in, with a path below `/app/api`. `public`: without
   * authentication, and not in the table of routes.
   */
  readonly entryPoint?: 'app' | 'public';
  readonly idempotency: 'required' | 'none';
  readonly status: 200 | 201 | 202;
  /** Responses have an ETag, and an unchanged response is not sent again. */
  readonly tagged?: true;
  readonly body?: B;
  /** The body can contain data URLs, so its limit is 28 MB instead of 1 MB. */
  readonly media?: boolean;
  readonly query?: Q;
  readonly params?: P;
  /** Optional request headers. Only routes that create a generation have some. */
  readonly headers?: typeof GenerationHeaders;
  readonly response: R;
  /** Media type of a response that is not JSON. The handler then returns a `StreamAnswer`. */
  readonly answers?: 'application/zip' | 'text/csv' | 'text/event-stream';
  /** Alternative success response, such as the response to a dry run. */
  readonly other?: {
    readonly status: 200 | 201;
    readonly response: O;
    readonly description: string;
  };
  /** Error codes in addition to those that every route can return. */
  readonly errors: readonly ErrorCode[];
  /** The route's MCP tool; absent if agents have no tool for the route. */
  readonly tool?: ToolRow;
  /** A request body that works unchanged. */
  readonly example?: NoInfer<Static<B>>;
}

/** Contract fields from whose exact values clients infer types. */
interface Address<I, M, U, K> {
  readonly id: I;
  readonly method: M;
  readonly path: U;
  readonly idempotency: K;
}

/** Declares an endpoint and preserves the types of its schemas. */
export function defineContract<
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
