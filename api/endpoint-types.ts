import type { Static, TObject, TSchema } from 'typebox';
import type { Contract } from './contract.js';
import type { Contracts } from './contracts.js';

/** JSON type of a schema; `never` if the route has no schema, so that its type is the default. */
type Json<S> = S extends TSchema
  ? TObject extends S
    ? never
    : TSchema extends S
      ? never
      : Static<S>
  : never;

/**
 * JSON types of an endpoint's input and response. `never` means that the endpoint does not have
 * this part.
 */
export interface Endpoint<R extends Contract = Contract> {
  readonly body: Json<R['body']>;
  readonly query: Json<R['query']>;
  readonly params: Json<R['params']>;
  readonly response: Static<R['response']> | Json<NonNullable<R['other']>['response']>;
  readonly idempotency: R['idempotency'];
}

/** The endpoints by method and path, such as `GET /v1/account`. */
export type Endpoints = {
  readonly [R in Contracts as `${R['method']} ${R['path']}`]: Endpoint<R>;
};
