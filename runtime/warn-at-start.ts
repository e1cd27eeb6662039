import { isIP } from 'node:net';
import { isPublicAddress } from '../adapters/egress/address.js';
import type { EgressAllowList } from '../adapters/egress/allow-list.js';
import { RENDERER } from '../domain/catalogue/makers.js';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { Env } from './env.js';
import type { Log } from './log.js';

interface Started {
  readonly holes: Readonly<Record<string, EgressAllowList>>;
  readonly providers: ReadonlyMap<string, GenerationProvider>;
}

/** Tells an operator at each start what is less safe, or less able, than it may seem. */
export function warnAtStart(log: Log, service: string, env: Env, started: Started): void {
  warnOfHoles(log, started.holes);
  if (service === 'media' || service === 'workers') warnOfUnjudged(log, env, started.providers);
  if (service !== 'api') return;
  warnOfHiddenMedia(log, env);
  warnOfProxy(log, env);
}

/** Every entry is a hole in the guard. */
function warnOfHoles(log: Log, lists: Readonly<Record<string, EgressAllowList>>): void {
  for (const [setting, { entries }] of Object.entries(lists)) {
    if (entries.length > 0) log.warn({ setting, entries }, 'private targets are allowed');
  }
}

/** Pictures and clips that reach an upstream without being judged. The built-in renderer is none. */
export function warnOfUnjudged(
  log: Pick<Log, 'warn'>,
  { ffmpeg, moderation }: Pick<Env, 'ffmpeg' | 'moderation'>,
  providers: Started['providers'],
): void {
  if ([...providers.keys()].every((name) => name === RENDERER)) return;
  if (moderation === null) {
    const setting = 'MODERATION_BASE_URL';
    log.warn({ setting }, 'pictures and motion clips are not judged (docs/providers.md)');
  } else if (ffmpeg === null) {
    const setting = 'FFMPEG_BIN';
    log.warn({ setting }, 'motion clips are not judged: ffmpeg is not installed');
  }
}

/** TLS ends at a proxy, so without trusted proxies all clients have the address of that proxy. */
export function warnOfProxy(
  log: Pick<Log, 'warn'>,
  { publicUrl, trustedProxies }: Pick<Env, 'publicUrl' | 'trustedProxies'>,
): void {
  if (!publicUrl.startsWith('https:') || trustedProxies.length > 0) return;
  log.warn(
    { setting: 'TRUSTED_PROXIES' },
    'all clients share one limit by address: name the proxy that ends TLS (docs/operations.md)',
  );
}

/** Which platforms cannot fetch what they are to post. The demo's are on this machine. */
export function warnOfHiddenMedia(
  log: Pick<Log, 'warn'>,
  { mediaBaseUrl, socialApps }: Pick<Env, 'mediaBaseUrl' | 'socialApps'>,
): void {
  if (isReachable(new URL(mediaBaseUrl))) return;
  const platforms = PLATFORMS.filter((name) => socialApps[name] && fetches(name));
  if (platforms.length === 0) return;
  log.warn(
    { setting: 'MEDIA_BASE_URL', platforms },
    'platforms cannot fetch what they are to post: the address must be https and public',
  );
}

const fetches = (name: Platform): boolean => {
  const { images, video } = PLATFORM_TABLE[name];
  return images.way === 'fetches' || video.way === 'fetches';
};

/** Names that no public resolver knows (RFC 6761, RFC 6762, RFC 8375; .internal is reserved). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|test|invalid|home\.arpa)$/;

/** As far as an address tells by itself: nobody is asked. */
function isReachable({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (protocol !== 'https:') return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !LOCAL_NAME.test(host);
}
