import type { Endpoints } from './endpoints.js';

/** An endpoint by its method and path, such as `GET /v1/generations/{id}`. */
export type EndpointName = keyof Endpoints;

/** Settings of a single call. */
export interface CallOptions {
  /** Aborts the call. A request that the service has already accepted stays accepted. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the call with all its retries, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of one attempt, from the connection to the complete response, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Maximum retries of the call; see `ClientOptions`. */
  readonly maxRetries?: number | undefined;
  /**
   * Idempotency key: the service executes the request only once per key. By default each call has a
   * new key, which its retries share. Set it to repeat a call of an earlier process.
   */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A required, optional or absent part of the input. */
type Part<Place extends string, Value> = [Value] extends [never]
  ? { readonly [P in Place]?: never }
  : Partial<Value> extends Value
    ? { readonly [P in Place]?: Value }
    : { readonly [P in Place]: Value };

/** Path and query parameters, body and settings of a call. */
export type Input<Name extends EndpointName> = Part<'params', Endpoints[Name]['params']> &
  Part<'query', Endpoints[Name]['query']> &
  Part<'body', Endpoints[Name]['body']> &
  CallOptions;

/** Arguments after the endpoint; optional if every part of the input is optional. */
export type OptionalWhenEmpty<Value> =
  Partial<Value> extends Value ? [input?: Value] : [input: Value];

/** Response of an endpoint. If it is not JSON, such as an archive, it is a `Response` to read. */
export type Answer<Name extends EndpointName> = Endpoints[Name]['response'] extends string
  ? Response
  : Endpoints[Name]['response'];

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Endpoints that return pages. */
export type ListName = {
  [Name in EndpointName]: Endpoints[Name]['response'] extends Page ? Name : never;
}[EndpointName];

/** An item of a list. */
export type Item<Name extends ListName> = Endpoints[Name]['response'] extends {
  readonly data: readonly (infer One)[];
}
  ? One
  : never;
