import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../../domain/contract/create-api-key.js';
import { createId } from '../../domain/contract/ids.js';
import { buildKey } from '../../domain/catalogue/object-keys.js';
import { createSecret } from '../../domain/identity/session-secrets.js';
import { createHexToken } from '../../domain/social/connect/connect-tokens.js';
import type { Attack, Target } from './attacks.js';
import { send, tally } from './outcomes.js';

const TIMES = 2_000;
const TOGETHER = 50;
/** Number of networks of the attacker: enough to stay below most limits per address. */
const NETWORKS = 100;

interface Knock {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: () => string;
  readonly headers?: (target: Target) => Record<string, string>;
  readonly body?: () => string;
}

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const session = () => ({ ...SAME_ORIGIN, Cookie: `session=${createSecret()}` });
const verified = (target: Target) => ({ ...SAME_ORIGIN, Cookie: `verified=${target.verified}` });
const randomHex = () => randomBytes(16).toString('hex');
const inventFile = () =>
  buildKey({ kind: 'output', id: `gen_${randomHex()}`, name: randomHex(), extension: 'webp' });
const credential = () => {
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const id = createSecret();
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
};

/** Every entry point for clients that are not authenticated. */
const ENTRIES: Readonly<Record<string, Knock>> = {
  'wrong sign-in secrets': {
    path: () => '/app/api/session',
    headers: () => SAME_ORIGIN,
    body: () => JSON.stringify({ secret: createSecret() }),
  },
  'requests for passkey challenges': {
    path: () => '/app/api/session/passkey-options',
    headers: () => SAME_ORIGIN,
  },
  'unknown passkeys': {
    path: () => '/app/api/session/passkey',
    headers: () => SAME_ORIGIN,
    body: () => JSON.stringify({ credential: credential() }),
  },
  'forged sessions': { method: 'GET', path: () => '/app/api/session', headers: session },
  'sign-outs of forged sessions': {
    method: 'DELETE',
    path: () => '/app/api/session',
    headers: session,
  },
  'lists of teams for an address that no team knows': {
    method: 'GET',
    path: () => '/app/api/sign-in/teams',
    headers: verified,
  },
  "choices of others' teams": {
    path: () => '/app/api/sign-in/teams',
    headers: verified,
    body: () => JSON.stringify({ account_id: createId('acc') }),
  },
  'wrong API keys': {
    method: 'GET',
    path: () => '/v1/account',
    headers: () => ({ Authorization: `Bearer ${createApiKey()}` }),
  },
  'unknown connect links': { method: 'GET', path: () => `/connect/${createHexToken()}` },
  'presses on unknown connect links': {
    path: () => `/connect/${createHexToken()}`,
    headers: () => SAME_ORIGIN,
  },
  'callbacks with unknown states': {
    method: 'GET',
    path: () => `/oauth/callback/twitter?code=x&state=${createHexToken()}`,
  },
  'unknown OAuth clients': {
    method: 'GET',
    path: () => `/oauth/authorize?client_id=${createHexToken()}&response_type=code`,
  },
  'unknown refresh tokens': {
    path: () => '/oauth/token',
    headers: () => FORM,
    body: () =>
      `grant_type=refresh_token&refresh_token=${createHexToken()}&client_id=${createHexToken()}`,
  },
  'registrations of OAuth clients': {
    path: () => '/oauth/register',
    body: () => JSON.stringify({ redirect_uris: ['https://agent.example/callback'] }),
  },
  'forged access tokens': {
    path: () => '/mcp',
    headers: () => ({ Authorization: `Bearer ${createHexToken()}` }),
    body: () => '{}',
  },
  'starts of device logins': {
    path: () => '/v1/device-logins',
    body: () => JSON.stringify({ client_name: 'laptop' }),
  },
  'unknown device codes': {
    path: () => '/v1/device-logins/claim',
    body: () => JSON.stringify({ device_code: createSecret() }),
  },
  'unknown files': { method: 'GET', path: () => `/media/${inventFile()}` },
  'unknown upload boxes': {
    method: 'GET',
    path: () => `/box/box_${createHexToken().slice(0, 24)}`,
  },
  'polls of unknown upload boxes': {
    method: 'GET',
    path: () => `/box/box_${createHexToken().slice(0, 24)}/state`,
  },
};

/** Makes an unauthenticated request. @returns the request's outcome */
type Visit = (target: Target, from: Readonly<Record<string, string>>) => Promise<string>;

const visitOf =
  (knock: Knock): Visit =>
  (target, from) => {
    const headers = { ...from, ...knock.headers?.(target) };
    const body = knock.body?.();
    const method = knock.method ?? 'POST';
    return send(target.url + knock.path(), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
  };

/** Signs in through the issuer, which accepts anyone, and returns to the API. */
const signOn: Visit = async ({ url }, headers) => {
  const go = (address: string) => fetch(address, { headers, redirect: 'manual' });
  const begun = await go(`${url}/app/api/sign-in/oidc`);
  await begun.arrayBuffer();
  if (begun.status !== 303) return String(begun.status);
  const passed = await go(begun.headers.get('location') ?? '');
  await passed.arrayBuffer();
  const { pathname, search } = new URL(passed.headers.get('location') ?? '');
  const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return send(url + pathname + search, { method: 'GET', headers: { ...headers, Cookie: cookie } });
};

const VISITS: Readonly<Record<string, Visit>> = {
  ...Object.fromEntries(Object.entries(ENTRIES).map(([name, knock]) => [name, visitOf(knock)])),
  'single sign-ons of people whom no team knows': signOn,
};

const attackOf = (name: string, visit: Visit, networks: number): Attack => ({
  name: `${TIMES.toLocaleString('en')} ${name} from ${networks} network${networks > 1 ? 's' : ''}`,
  run: (target) =>
    tally(TIMES, TOGETHER, (index) =>
      visit(target, { 'X-Forwarded-For': `198.18.${index % networks}.1` }),
    ),
});

/** The baseline: measures the other tenant without any attack. */
const NOTHING: Attack = {
  name: 'nothing from any network for 10 s',
  run: () => pause(10_000, 'no request'),
};

export const STRANGERS: readonly Attack[] = [
  NOTHING,
  ...Object.entries(VISITS).flatMap(([name, visit]) =>
    [NETWORKS, 1].map((networks) => attackOf(name, visit, networks)),
  ),
];
