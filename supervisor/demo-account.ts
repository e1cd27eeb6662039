import { runScript, type PlatformContext } from './platform.js';
import type { DemoAccount } from './load-secrets.js';

const ANSWER_MS = 10_000;
const CREATE = ['account', 'create', '--plan', 'agency', '--credits', '1000', '--name', 'demo'];

/**
 * Creates an account with credits and a key, for trying out the platform.
 * @throws {Error} if the command fails or prints no key
 */
export async function createDemoAccount(context: PlatformContext): Promise<DemoAccount> {
  const output = await runScript(context, 'cli/admin/main.js', [...CREATE, '--json']);
  const line = output.split('\n').find((text) => text.startsWith('{')) ?? '{}';
  const { account_id, api_key } = JSON.parse(line) as { account_id?: string; api_key?: string };
  if (!account_id || !api_key) throw new Error('the admin command printed no account');
  return { accountId: account_id, apiKey: api_key };
}

/**
 * Returns whether the database has the account's key; false for a different or emptied database.
 */
export async function isKnown(apiUrl: string, demo: DemoAccount): Promise<boolean> {
  const response = await askAccount(apiUrl, demo);
  await response.body?.cancel();
  return response.status !== 401;
}

/**
 * Returns the credits that the account can spend; null if the API does not report them (suspended,
 * busy).
 */
export async function readCredits(apiUrl: string, demo: DemoAccount): Promise<number | null> {
  const response = await askAccount(apiUrl, demo);
  const { credits } = (await response.json()) as { credits?: { total: number } };
  return credits?.total ?? null;
}

function askAccount(apiUrl: string, { apiKey }: DemoAccount): Promise<Response> {
  return fetch(`${apiUrl}/v1/account`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}
