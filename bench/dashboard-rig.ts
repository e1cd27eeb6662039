import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import pMap from 'p-map';
import sharp from 'sharp';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { READY_PORTRAITS } from '../domain/catalogue/presets.js';
import { createDataSource, NO_TIMEOUTS } from '../entities/data-source.js';

import type { Customer } from '../test/api/suite.js';
import { newVisitor } from '../test/browser/browser.js';
import { launchBrowser } from '../test/browser/shared-browser.js';
import { Dashboard } from '../test/browser/dashboard.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { startApi } from '../test/support/platform.js';
import { percentile } from './load.js';

/** The built dashboard, a browser, and a customer with a large library. */
export interface DashboardRig {
  readonly dashboard: Dashboard;
  readonly customer: Customer;
  /** Opens a dashboard page as the customer, in a browser with an empty cache. */
  visit(): Promise<Page>;
  stop(): Promise<void>;
}

const THUMBNAILS = 12;
/** Number of thumbnail URLs: more than the number of pictures that a browser keeps decoded in memory. */
const ADDRESSES = 1_200;

const THUMBNAIL_PX = 400;

/** Returns the keys of generated files. Many rows share a key. */
const keysOf = (kind: 'output' | 'thumbnail'): string[] =>
  Array.from({ length: ADDRESSES }, (_, n) => {
    const hex = n.toString(16).padStart(32, '0');
    return buildKey({ kind, id: `gen_${hex}`, name: hex, extension: 'webp' });
  });
const OUTPUTS = keysOf('output');
const THUMBNAIL_KEYS = keysOf('thumbnail');

/** Inserts one image per ten seconds, each with a thumbnail. */
const FILL = `
INSERT INTO generation (id, account_id, key_id, type, model, status, credits, request, output_key,
  thumbnail_key, created_at, started_at, completed_at)
SELECT 'gen_' || md5($1 || n), $1, $2, 'image', 'service-image', 'completed', 2,
  jsonb_build_object('prompt', 'a portrait ' || n || ' in soft light, painted in oil on a board'),
  ($4::text[])[1 + n % cardinality($4::text[])], ($5::text[])[1 + n % cardinality($5::text[])],
  now() - n * interval '10 seconds', now() - n * interval '10 seconds', now() - n * interval '9 seconds'
FROM generate_series(1, $3::integer) AS n`;

export async function startDashboardRig(rows: number): Promise<DashboardRig> {
  await startSharedServers();
  const browser = await launchBrowser();
  const dashboard = new Dashboard({
    visit: (options) => newVisitor(browser, options),
    expectError: () => undefined,
  });
  dashboard.api = await startApi(await dashboard.prepare());
  const customer = await dashboard.customer();
  await storeThumbnails(dashboard);
  const { databaseUrl } = dashboard.api.deps.env;
  const filler = await createDataSource(databaseUrl, 1, NO_TIMEOUTS).initialize();
  const { accountId, keyId } = customer;
  await filler.query(FILL, [accountId, keyId, rows, OUTPUTS, THUMBNAIL_KEYS]);
  await filler.query('VACUUM ANALYZE generation');
  await filler.destroy();
  return {
    dashboard,
    customer,
    visit: () => dashboard.visitAs(customer),
    async stop() {
      await browser.close();
      await dashboard.finish();
      await dashboard.api.stop();
      await stopSharedServers();
    },
  };
}

async function storeThumbnails({ api }: Dashboard): Promise<void> {
  const { store, portraits } = api.deps;
  await store.ensureBucket();
  const pictures = await Promise.all(
    READY_PORTRAITS.slice(0, THUMBNAILS).map(async ({ base_id: id }) =>
      sharp(await portraits.draw(id, null))
        .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside' })
        .webp()
        .toBuffer(),
    ),
  );
  const keys = THUMBNAIL_KEYS.map((key, at) => ({ key, picture: pictures[at % pictures.length] }));
  await pMap(keys, async ({ key, picture }) => picture && store.put(key, picture, 'image/webp'), {
    concurrency: 8,
  });
}

/** Describes the machine's load during the last minute. */
export const describeLoad = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

/** Returns a percentile of the values, with one decimal. */
export const at = (values: readonly number[], share: number): string =>
  percentile(values, share).toFixed(1);
