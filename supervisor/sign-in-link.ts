import { runScript, type PlatformContext } from './platform.js';

/**
 * Creates a sign-in link for the demo account's dashboard, with operator rights: this machine's
 * user is the operator.
 * @throws {Error} if the command fails or prints no link
 */
export async function createSignInLink(
  context: PlatformContext,
  accountId: string,
): Promise<string> {
  const words = ['sign-in-link', '--account', accountId, '--operator', '--json'];
  const output = await runScript(context, 'cli/admin/main.js', words);
  const line = output.split('\n').find((text) => text.startsWith('{')) ?? '{}';
  const { url } = JSON.parse(line) as { url?: string };
  if (!url) throw new Error('the admin command printed no link');
  return url;
}
