import type { Context } from 'koa';
import type { Known } from '../domain/accounts/caller.js';
import type { ReadBeside } from '../domain/accounts/look-up-keys.js';
import type { Deps } from '../runtime/deps.js';
import type { Edge } from './edge.js';
import { admitSession } from './middleware/admit-session.js';
import { admit } from './middleware/admit.js';
import type { Route } from './route.js';

/** A route at the path that it has behind a door. */
export interface Endpoint {
  readonly method: Route['method'];
  readonly path: string;
  readonly route: Route;
}

/** Who was let in, and what was read beside. */
export type Admitted = Pick<Known, 'caller' | 'beside'>;

/** A way to the routes of the table: where they are, and who is let in. */
export interface Door {
  /** With what all paths behind it begin. */
  readonly place: string;
  endpoints(table: readonly Route[]): Endpoint[];
  /** @param wanted is read beside the caller, by a door that can */
  admit(
    ctx: Context,
    deps: Deps,
    edge: Edge,
    route: Route,
    wanted: ReadBeside | null,
  ): Promise<Admitted>;
}

/** `/v1/…`: programs, with API keys. */
export const KEY_DOOR: Door = {
  place: '/v1/',
  endpoints: (table) =>
    table
      .filter(({ door }) => door !== 'app')
      .map((route) => ({ method: route.method, path: route.path, route })),
  admit: (ctx, deps, edge, { scope }, wanted) => admit(ctx, deps, edge, scope, wanted),
};

/** `/app/api/…`: people who are signed in. It has every row of the other door as well. */
export const SESSION_DOOR: Door = {
  place: '/app/api/',
  endpoints: (table) =>
    table.map((route) => ({ method: route.method, path: appPathOf(route), route })),
  admit: async (ctx, deps, edge, route) => ({
    caller: await admitSession(ctx, deps, edge, route),
  }),
};

export const DOORS = [KEY_DOOR, SESSION_DOOR] as const;

/** Where a route is for people who are signed in. */
export const appPathOf = ({ path }: Pick<Route, 'path'>): string =>
  path.replace(/^\/v1\//, SESSION_DOOR.place);
