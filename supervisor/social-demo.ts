/** Host names of this machine in a URL. */
const HERE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether to run the stand-ins of the social platforms; `SOCIAL_DEMO` decides. By default they run
 * only if no app of a platform is configured and PUBLIC_URL is local: elsewhere, users could take
 * their content for real posts.
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

/** Base URL of the stand-ins. */
export const buildSocialDemoUrl = (port: number): string => `http://127.0.0.1:${port}`;
