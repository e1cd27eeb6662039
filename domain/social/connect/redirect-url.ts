import { isIP } from 'node:net';

/**
 * Finds the reason why an account's owner cannot be redirected to a URL; null if the URL is
 * allowed.
 * @param demo whether the platform is a stand-in, so that the URL may be an app on this machine
 */
export function findRedirectFault(
  text: string,
  { demo }: { readonly demo: boolean },
): string | null {
  const url = URL.parse(text);
  if (!url) return 'is not a URL. Send a complete one, such as https://app.example.com/connected.';
  if (url.username || url.password) return 'must not contain a user name or password.';
  if (url.hash || text.includes('#')) return 'must not contain a fragment (`#…`).';
  if (demo && isLoopback(url)) return null;
  if (url.protocol !== 'https:') return 'must start with `https://`.';
  if (isLoopback(url) || isIP(removeBrackets(url.hostname))) {
    return 'must have a public host, not an IP address or this machine.';
  }
  return null;
}

const removeBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return (
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost')
  );
}
