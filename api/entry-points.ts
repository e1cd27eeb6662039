import type { Context } from 'koa';
import type { AuthenticatedCaller } from '../domain/accounts/caller.js';
import type { ExtraRead } from '../domain/accounts/find-callers.js';
import type { Deps } from '../runtime/deps.js';
import type { Edge } from './edge.js';
import { admitSession } from './middleware/admit-session.js';
import { admit } from './middleware/admit.js';
import type { Route } from './route.js';

/** A route and its path in an entry point. */
export interface Endpoint {
  readonly method: Route['method'];
  readonly path: string;
  readonly route: Route;
}

/** The authenticated caller, and the data that was loaded with it. */
export type AdmittedCaller = Pick<AuthenticatedCaller, 'caller' | 'prefetched'>;

/** An entry point to the routes, with its own paths and authentication. */
export interface EntryPoint {
  /** Prefix of all paths of the entry point. */
  readonly place: string;
  endpoints(table: readonly Route[]): Endpoint[];
  /**
   * Authenticates the caller. @param wanted data to load with the caller, if the entry point
   * supports it
   */
  admit(
    ctx: Context,
    deps: Deps,
    edge: Edge,
    route: Route,
    wanted: ExtraRead | null,
  ): Promise<AdmittedCaller>;
}

/** `/v1/…`: for programs with API keys. */
export const KEY_ENTRY_POINT: EntryPoint = {
  place: '/v1/',
  endpoints: (table) =>
    table
      .filter(({ entryPoint }) => entryPoint !== 'app')
      .map((route) => ({ method: route.method, path: route.path, route })),
  admit: (ctx, deps, edge, { scope }, wanted) => admit(ctx, deps, edge, scope, wanted),
};

/** `/app/api/…`: for people who are signed in. This entry point also has every `/v1` route. */
export const SESSION_ENTRY_POINT: EntryPoint = {
  place: '/app/api/',
  endpoints: (table) =>
    table.map((route) => ({ method: route.method, path: toAppPath(route), route })),
  admit: async (ctx, deps, edge, route) => ({
    caller: await admitSession(ctx, deps, edge, route),
  }),
};

export const ENTRY_POINTS = [KEY_ENTRY_POINT, SESSION_ENTRY_POINT] as const;

/** Returns a route's path for people who are signed in. */
export const toAppPath = ({ path }: Pick<Route, 'path'>): string =>
  path.replace(/^\/v1\//, SESSION_ENTRY_POINT.place);
