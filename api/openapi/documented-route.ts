import type { Contract } from '../contract.js';
import type { Route } from '../route.js';

/** A contract of the document, with or without its code. */
export type DocumentedRoute = Contract & Pick<Route, 'fixed'>;
