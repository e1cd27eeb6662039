import { hostname } from 'node:os';
import type { MediaClient } from '../client.js';
import { ForbiddenError } from '../errors.js';
import { send } from '../send.js';
import { sleep } from '../sleep.js';
import { CommandError, UsageError, valueOf, type Command, type Context } from './command.js';
import { createClient, findLoginUrl } from './connection.js';
import { deleteProfile, findProfile, readProfile, writeProfile } from './profile.js';
import { clean } from './terminal.js';

/** Response of POST /v1/device-logins, in the terms of RFC 8628. */
interface DeviceLogin {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly verification_url_complete: string;
  /** Validity of the code, and poll interval, both in seconds. */
  readonly expires_in: number;
  readonly interval: number;
}

/** Response of POST /v1/device-logins/claim. */
interface Claim {
  readonly status: 'pending' | 'approved' | 'denied' | 'expired';
  readonly api_key?: string;
}

const KEY_CHARACTERS = 1_000;
const INTERVAL_S = { min: 1, max: 60 };
const EXPIRES_S_MAX = 3_600;
const NAME_CHARACTERS = 60;

export const loginCommand: Command = {
  name: 'login',
  usage: '',
  words: { min: 0, max: 0 },
  help: 'Connects this machine to an account: you approve it in the browser, and the key is stored.',
  options: [{ name: 'with-key', help: 'read a key from standard input instead, for servers' }],
  examples: ['media login --api-url https://media.example.com', 'media login --with-key < key.txt'],
  async run(context) {
    const { env, cwd, values, terminal, isJson } = context;
    const apiUrl = findLoginUrl({ env, cwd, given: valueOf(values, 'api-url') });
    if (!isPrivate(apiUrl)) {
      terminal.note(`Warning: ${apiUrl} has no TLS, so others on the network can read the key.`);
    }
    const apiKey = values.has('with-key')
      ? await readKey(context)
      : await askPerson(context, createClient({ apiUrl, apiKey: '' }, terminal));
    const client = createClient({ apiUrl, apiKey }, terminal);
    const account = await readAccount(client, context.signal);
    const file = writeProfile(env, { api_url: apiUrl, api_key: apiKey });
    if (isJson) terminal.printJson({ api_url: apiUrl, plan: account?.plan ?? null, file });
    else
      terminal.print(
        `Connected to ${apiUrl}${account ? `: plan ${account.plan}, ${account.credits.total} credits` : ''}`,
      );
    terminal.note(`The key is stored in ${file}`);
    return 0;
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  usage: '',
  words: { min: 0, max: 0 },
  help: 'Deletes the stored key from this machine.',
  options: [],
  examples: ['media logout'],
  async run({ env, terminal, isJson }) {
    const apiUrl = readProfile(env)?.api_url;
    const deleted = deleteProfile(env);
    if (isJson) terminal.printJson({ deleted });
    else terminal.print(deleted ? `Deleted ${findProfile(env)}` : 'No key is stored here.');
    if (deleted) terminal.note(`The key is still valid. Revoke it in the dashboard: ${apiUrl}/app`);
    return 0;
  },
};

async function readKey({ terminal }: Context): Promise<string> {
  if (terminal.canAsk) terminal.note('Paste the key, then press Enter:');
  const key = await terminal.readLine(KEY_CHARACTERS);
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= KEY_CHARACTERS) return key;
  throw new UsageError('Standard input has no key: media login --with-key < key.txt');
}

/** Shows a code, and polls until a person has approved it (RFC 8628, section 3). */
async function askPerson({ terminal, signal }: Context, client: MediaClient): Promise<string> {
  const { settings } = client;
  const body = { client_name: clean(hostname()).slice(0, NAME_CHARACTERS) || 'unknown host' };
  const login = (await send(settings, 'POST /v1/device-logins', { body, signal })) as DeviceLogin;
  const lifeS = Math.min(login.expires_in, EXPIRES_S_MAX);
  const pauseS = Math.min(INTERVAL_S.max, Math.max(INTERVAL_S.min, login.interval));
  terminal.note(`Open this page, and check that it shows the code ${login.user_code}:`);
  terminal.note(`  ${login.verification_url_complete}`);
  terminal.note(`The code is valid for ${Math.round(lifeS / 60)} minutes. Press Ctrl-C to stop.`);
  const deadline = Date.now() + lifeS * 1_000;
  while (Date.now() < deadline) {
    terminal.showProgress('Waiting for the approval');
    await sleep(pauseS * 1_000, signal);
    const path = 'POST /v1/device-logins/claim';
    const claim = (await send(settings, path, {
      body: { device_code: login.device_code },
      signal,
    })) as Claim;
    if (claim.status === 'approved' && claim.api_key) return claim.api_key;
    if (claim.status === 'denied') throw new CommandError('The login was denied in the browser.');
    if (claim.status === 'expired') break;
  }
  throw new CommandError('The code has expired. Run `media login` again.');
}

/** Checks a key with one call. @returns null if the key is valid but may not read the account */
async function readAccount(client: MediaClient, signal: AbortSignal) {
  try {
    return await client.request('GET /v1/account', { signal });
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
}

function isPrivate(apiUrl: string): boolean {
  const { protocol, hostname: host } = new URL(apiUrl);
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
