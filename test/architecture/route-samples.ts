import type { Route } from '../../api/route.js';
import { cancelGeneration } from '../../domain/commands/advance-generation.js';
import type { ApiSuite, Customer } from '../api/suite.js';
import { blackPng } from '../storage/inspection/made.js';

/** How a route is called successfully. */
export interface Sample {
  /** Makes what the path names. @returns the path parameters */
  readonly prepare?: (suite: ApiSuite, customer: Customer) => Promise<Record<string, string>>;
  /** Instead of the route's own `example`. */
  readonly body?: unknown;
  /** For a route that asks for parameters in its query. */
  readonly query?: string;
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

const ready = async (_: ApiSuite, { client }: Customer) => {
  const body = { data: `data:image/png;base64,${blackPng(8).toString('base64')}` };
  return { id: (await client.call<{ id: string }>('POST', '/v1/uploads', { body })).body.id };
};

/** One row for every route of `api/table.ts`, by its id; a new route needs a new row. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  createImage: {},
  createQuote: {},
  getGeneration: { prepare: queued },
  listGenerations: {},
  cancelGeneration: { prepare: queued },
  deleteGeneration: { prepare: finished },
  createUpload: {},
  getUpload: { prepare: ready },
  listBoxUploads: { query: `box_id=box_${'0'.repeat(24)}` },
  getAccount: {},
  listModels: {},
};

/** A path with its parameters filled in; one that nothing was made for gets an id that is none. */
export function pathOf(route: Route, params: Record<string, string> = {}): string {
  const { query } = SAMPLES[route.id] ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
  return query === undefined ? path : `${path}?${query}`;
}
