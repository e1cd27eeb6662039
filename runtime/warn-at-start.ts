import { isIP } from 'node:net';
import { isPublicAddress } from '../adapters/egress/address.js';
import type { EgressAllowList } from '../adapters/egress/allow-list.js';
import { RENDERER } from '../domain/catalogue/makers.js';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../domain/catalogue/social-platforms.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { Env } from './env.js';
import type { Log } from './log.js';

interface StartFacts {
  readonly holes: Readonly<Record<string, EgressAllowList>>;
  readonly providers: ReadonlyMap<string, GenerationProvider>;
}

/** Warns operators at each start about settings that reduce security or disable features. */
export function warnAtStart(log: Log, service: string, env: Env, started: StartFacts): void {
  warnOfHoles(log, started.holes);
  if (service === 'media' || service === 'workers') warnOfUnjudged(log, env, started.providers);
  if (service !== 'api') return;
  warnOfHiddenMedia(log, env);
  warnOfProxy(log, env);
}

/** Each entry in the lists is an exception to the egress guard. */
function warnOfHoles(log: Log, lists: Readonly<Record<string, EgressAllowList>>): void {
  for (const [setting, { entries }] of Object.entries(lists)) {
    if (entries.length > 0)
      log.warn({ setting, entries }, 'requests to these private targets are allowed');
  }
}

/**
 * Warns if images and clips reach an upstream unmoderated. The built-in renderer is not an
 * upstream.
 */
export function warnOfUnjudged(
  log: Pick<Log, 'warn'>,
  { ffmpeg, moderation }: Pick<Env, 'ffmpeg' | 'moderation'>,
  providers: StartFacts['providers'],
): void {
  if ([...providers.keys()].every((name) => name === RENDERER)) return;
  if (moderation === null) {
    const setting = 'MODERATION_BASE_URL';
    log.warn(
      { setting },
      'images and motion clips are not moderated: set MODERATION_BASE_URL (docs/providers.md)',
    );
  } else if (ffmpeg === null) {
    const setting = 'FFMPEG_BIN';
    log.warn({ setting }, 'motion clips are not moderated: install ffmpeg or set FFMPEG_BIN');
  }
}

/**
 * Warns if no proxies are trusted: a proxy terminates TLS, so all clients appear to have its
 * address.
 */
export function warnOfProxy(
  log: Pick<Log, 'warn'>,
  { publicUrl, trustedProxies }: Pick<Env, 'publicUrl' | 'trustedProxies'>,
): void {
  if (!publicUrl.startsWith('https:') || trustedProxies.length > 0) return;
  log.warn(
    { setting: 'TRUSTED_PROXIES' },
    'all clients share one rate limit by address: set TRUSTED_PROXIES to the proxy that ends TLS (docs/operations.md)',
  );
}

/**
 * Warns about platforms that cannot fetch the files to post. The demo's stand-ins run on this
 * machine, so they can.
 */
export function warnOfHiddenMedia(
  log: Pick<Log, 'warn'>,
  { mediaBaseUrl, socialApps }: Pick<Env, 'mediaBaseUrl' | 'socialApps'>,
): void {
  if (isReachable(new URL(mediaBaseUrl))) return;
  const platforms = PLATFORMS.filter((name) => socialApps[name] && isFetchPlatform(name));
  if (platforms.length === 0) return;
  log.warn(
    { setting: 'MEDIA_BASE_URL', platforms },
    'platforms cannot fetch the files to post: MEDIA_BASE_URL must be https and public',
  );
}

const isFetchPlatform = (name: Platform): boolean => {
  const { images, video } = PLATFORM_TABLE[name];
  return images.way === 'fetches' || video.way === 'fetches';
};

/**
 * Host names that no public resolver knows (RFC 6761, RFC 6762, RFC 8375; .internal is reserved).
 */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|test|invalid|home\.arpa)$/;

/** Decides from the URL alone, without a network request. */
function isReachable({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (protocol !== 'https:') return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !LOCAL_NAME.test(host);
}
