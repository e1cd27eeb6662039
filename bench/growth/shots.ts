import { randomInt, randomUUID } from 'node:crypto';
import { encodeCursor } from '../../domain/contract/cursor.js';
import { PLACES, RARE } from './fill.js';
import type { World } from './world.js';

const DAY_MS = 86_400_000;

const anyOf = ({ owned }: World): number => randomInt(owned);
/** Returns a generation that has a file and a delivery. */
const fileOf = (world: World): string => {
  const n = anyOf(world);
  return world.hexOf(n - (n % PLACES.perFile));
};

const anywhere = (): string =>
  encodeCursor({ createdAtMs: Date.now() - randomInt(14 * DAY_MS), id: `gen_${'8'.repeat(32)}` });

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const list = (query: () => string) => () => `/v1/generations?${query()}`;

/** The measured reads. The path of a read may vary from request to request. */
export const READS: Readonly<Record<string, (world: World) => string>> = {
  'GET one': (world) => `/v1/generations/gen_${world.hexOf(anyOf(world))}`,
  'its steps': (world) => `/v1/generations/gen_${world.hexOf(anyOf(world))}/steps`,
  'list, first page': list(() => ''),
  'list, any page': list(() => `cursor=${anywhere()}`),
  [`list, ${RARE} failed`]: list(() => 'status=failed'),
  'list, none cancelled': list(() => 'status=cancelled'),
  'list, videos': list(() => 'type=video'),
  [`list, ${RARE} of a model`]: list(() => 'model=kling'),
  [`list, ${RARE} of a character`]: list(() => 'character_id=a2b3c4d5e6f7a2b3c4d5'),
  [`list, ${RARE} with a word`]: list(() => 'q=lighthouse'),
  'list, a day': list(() => `created_before=${Date.now() - 7 * DAY_MS}`),
  'usage, 30 days': () => '/v1/usage',
  'usage, a year by key': () => `/v1/usage?from=${dayBefore(365)}&group_by=key`,
  account: () => '/v1/account',
  upload: (world) => `/v1/uploads/upl_${fileOf(world)}`,
  'files of a box': () => `/v1/uploads?box_id=${PLACES.box}&limit=10`,
  deliveries: () => `/v1/webhooks/${PLACES.endpoint}/deliveries?limit=20`,
  'one delivery': (world) => `/v1/webhooks/${PLACES.endpoint}/deliveries/dlv_${fileOf(world)}`,
  'events from now on': () => '/v1/events',
  'admin: failed runs': () => '/app/api/admin/runs?state=failed&limit=20',
  'admin: accounts': () => '/app/api/admin/accounts?limit=1',
};

const BODY = JSON.stringify({ prompt: 'a red fox in snow', aspect_ratio: '16:9' });

/** The measured write. Its rows are the newest in each table. */
export const ACCEPT = 'accept (POST images)';

/** One kind of request. Its path may vary. */
export interface Ask {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export function askOf(world: World, name: string): Ask {
  const path = READS[name]?.(world);
  const key = { Authorization: `Bearer ${world.owner.apiKey}` };
  if (path === undefined) {
    const once = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    return { path: '/v1/images', method: 'POST', headers: { ...key, ...once }, body: BODY };
  }
  const session = { Cookie: world.cookie, 'Sec-Fetch-Site': 'same-origin' };
  const headers = path.startsWith('/app') ? session : key;
  return { path, method: 'GET', headers, body: null };
}
