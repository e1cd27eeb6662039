/** Hosts of this machine, as they stand in an address. */
const HERE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether stand-ins of the social platforms run: `SOCIAL_DEMO` says it. Without it they run as long
 * as no app of a platform is configured, and nobody but this machine is served: what they show would
 * be taken for posts.
 * @param problems gets what is wrong with the variable
 */
export function choosesSocialDemo(source: NodeJS.ProcessEnv, problems: string[]): boolean {
  const wish = source['SOCIAL_DEMO']?.trim() ?? '';
  if (wish !== '') {
    if (wish !== '0' && wish !== '1') problems.push(`SOCIAL_DEMO must be 0 or 1, not "${wish}"`);
    return wish === '1';
  }
  const hasApp = Object.entries(source).some(
    ([name, value]) => /^SOCIAL_[A-Z]+_CLIENT_ID$/.test(name) && Boolean(value?.trim()),
  );
  const address = source['PUBLIC_URL']?.trim() ?? '';
  const isHere =
    address === '' || (URL.canParse(address) && HERE.includes(new URL(address).hostname));
  return !hasApp && isHere;
}

/** Where they are. */
export const socialDemoUrl = (port: number): string => `http://127.0.0.1:${port}`;
