import type { Route } from '../../api/route.js';
import { cancelGeneration } from '../../domain/commands/advance-generation.js';
import type { ApiSuite, Customer } from '../api/suite.js';

/** How a route is called successfully. */
export interface Sample {
  /** Makes what the path names. @returns the path parameters */
  readonly prepare?: (suite: ApiSuite, customer: Customer) => Promise<Record<string, string>>;
  /** Instead of the route's own `example`. */
  readonly body?: unknown;
}

const queued = async (suite: ApiSuite, customer: Customer) => ({
  id: await suite.queued(customer),
});

const finished = async (suite: ApiSuite, customer: Customer) => {
  const id = await suite.queued(customer);
  const claim = { accountId: customer.accountId, key: `sample ${id}`, fingerprint: '' };
  await cancelGeneration(suite.api.deps, id, claim);
  return { id };
};

/** One row for every route of `api/table.ts`, by its id; a new route needs a new row. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  createImage: {},
  createQuote: {},
  getGeneration: { prepare: queued },
  listGenerations: {},
  cancelGeneration: { prepare: queued },
  deleteGeneration: { prepare: finished },
  getAccount: {},
  listModels: {},
};

/** A path with its parameters filled in; one that nothing was made for gets an id that is none. */
export function pathOf(route: Route, params: Record<string, string> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
}
