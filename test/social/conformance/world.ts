import { createHash } from 'node:crypto';
import type { PlatformApp } from '../../../adapters/social/app.js';
import type { Grant, SocialPlatform } from '../../../domain/ports/social-platform.js';
import type { FakeOptions, PlatformFake } from '@media-platform/stand-ins/social/fake.js';
import type { FaultPlan } from '@media-platform/stand-ins/social/faults.js';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { serveFakes, type Call } from '@media-platform/stand-ins/social/server.js';
import { decide, type Choice } from './browser.js';
import { startMediaHost, type MediaHost } from './media-host.js';
import type { SocialSubject } from './subject.js';

export const REDIRECT_URI = 'https://api.example.com/oauth/callback/platform';
export const VERIFIER = 'v'.repeat(43);
/**
 * Deadlines of a response: longer than the slowest machine needs, and short for a silent platform.
 */
const [PATIENT_MS, SILENT_MS] = [20_000, 2_000];
export const { signal } = new AbortController();

export interface WorldOptions extends Omit<FakeOptions, 'now'> {
  readonly app?: Partial<PlatformApp>;
  readonly isSilent?: boolean;
}

/** Fake platform for one case, with its adapter, media host and clock. */
export interface World {
  readonly platform: SocialPlatform;
  readonly fake: PlatformFake;
  readonly faults: FaultPlan;
  readonly journal: readonly Call[];
  readonly media: MediaHost;
  /** Secrets that an error must not contain. The fake adds each secret that it issues. */
  readonly secrets: Set<string>;
  readonly now: () => number;
  /** Advances the clock of the platform. */
  advance(ms: number): void;
  /** Creates an adapter of the same platform with other app credentials. */
  adapterWith(app: Partial<PlatformApp>): SocialPlatform;
  authorize(choice?: Choice): Promise<URL>;
  /** Gives consent and exchanges the code. */
  connect(choice?: Choice): Promise<Grant>;
  exchange(back: URL): Promise<Grant>;
  end(): Promise<void>;
}

export async function startWorld(
  subject: SocialSubject,
  { app = {}, isSilent = false, ...options }: WorldOptions = {},
): Promise<World> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const fake = subject.createFake({ ...options, now });
  const server = await serveFakes([fake]);
  const media = await startMediaHost();
  const adapterWith = (other: Partial<PlatformApp>) =>
    subject.create({
      ...DEMO_APP,
      rewrite: (url) => server.rewrite(url),
      deadlineMs: isSilent ? SILENT_MS : PATIENT_MS,
      ...other,
    });
  const platform = adapterWith(app);
  const secrets = new Set<string>([DEMO_APP.clientSecret, VERIFIER]);
  const authorize = (choice?: Choice) => {
    const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
    const ask = { state: 'st-1', redirectUri: REDIRECT_URI, challenge };
    return decide(platform.authorizeUrl(ask), choice);
  };
  const exchange = async (back: URL) => {
    const code = back.searchParams.get('code') ?? '';
    secrets.add(code);
    const answer = { code, redirectUri: REDIRECT_URI, verifier: VERIFIER };
    const grant = await platform.exchangeCode(answer, signal);
    secrets.add(grant.tokens.accessToken);
    if (grant.tokens.refreshToken !== null) secrets.add(grant.tokens.refreshToken);
    return grant;
  };
  return {
    platform,
    fake,
    media,
    secrets,
    now,
    adapterWith,
    authorize,
    exchange,
    faults: server.plan(subject.platform),
    journal: server.journal,
    advance: (ms) => void (ahead += ms),
    connect: async (choice) => exchange(await authorize(choice)),
    async end() {
      await Promise.all([server.close(), media.stop()]);
    },
  };
}
