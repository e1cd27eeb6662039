import type { Contract } from '../contract.js';
import type { Route } from '../route.js';

/** A route's contract, with or without its handler. */
export type DocumentedRoute = Contract & Pick<Route, 'fixed'>;
