/** Host names in a URL that mean this machine. */
const HERE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns whether to run the social platforms' stand-ins; `SOCIAL_DEMO` decides. By default they
 * run only if no platform's app is configured and PUBLIC_URL is local: elsewhere, users could take
 * the stand-ins' content for real posts.
 * @param problems receives an error if the variable is invalid
 */
export function isSocialDemoWanted(source: NodeJS.ProcessEnv, problems: string[]): boolean {
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

/** Returns the stand-ins' base URL. */
export const buildSocialDemoUrl = (port: number): string => `http://127.0.0.1:${port}`;
