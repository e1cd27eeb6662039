import { randomBytes } from 'node:crypto';
import {
  PLATFORM_TABLE,
  PLATFORMS,
  type Platform,
} from '../../domain/catalogue/social-platforms.js';
import {
  PlatformFailure,
  type AuthorizationRequest,
  type Grant,
  type SocialPlatform,
  type Tokens,
} from '../../domain/ports/social-platform.js';
import { computeChallenge } from '../../domain/social/connect/connect-tokens.js';

const HOUR = 3_600_000;

/**
 * Fake authorization server of a platform, in this process. A code works once, with its verifier
 * and redirect URL. A refresh rotates both tokens, and the old ones stop working immediately.
 */
export class FakePlatform implements SocialPlatform {
  /** User who consents next, with the scopes to grant. */
  user = { remoteId: 'remote-1', username: 'ava' };
  scopes: readonly string[];
  /** All secrets that the fake has issued. */
  readonly secrets: string[] = [];
  exchanges = 0;
  refreshes = 0;
  /** Largest number of concurrent refreshes so far. */
  most = 0;
  /** Failures of the next calls in order; a call with null succeeds. */
  readonly failures: (((work: () => Tokens) => never) | null)[] = [];
  /** Refreshes wait until this settles. */
  gate: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #live: Tokens[] = [];
  readonly #codes = new Map<string, AuthorizationRequest>();

  constructor(readonly name: Platform) {
    this.scopes = PLATFORM_TABLE[name].scopes;
  }

  authorizeUrl(ask: AuthorizationRequest): string {
    const query = new URLSearchParams({ ...ask, redirect_uri: ask.redirectUri });
    return `https://${this.name}.example/authorize?${query.toString()}`;
  }

  /**
   * Consents as the owner.
   * @returns the code
   */
  allow(address: string): string {
    const { searchParams } = new URL(address);
    const [state = '', redirectUri = '', challenge = ''] = [
      'state',
      'redirectUri',
      'challenge',
    ].map((name) => searchParams.get(name) ?? '');
    const code = this.#secret('code');
    this.#codes.set(code, { state, redirectUri, challenge });
    return code;
  }

  async exchangeCode(answer: {
    code: string;
    redirectUri: string;
    verifier: string;
  }): Promise<Grant> {
    this.exchanges += 1;
    this.secrets.push(answer.verifier);
    await this.gate;
    const ask = this.#codes.get(answer.code);
    this.#codes.delete(answer.code);
    const isRight =
      ask?.redirectUri === answer.redirectUri &&
      ask.challenge === computeChallenge(answer.verifier);
    if (!isRight) throw refused('invalid_grant');
    return { ...this.user, scopes: this.scopes, tokens: this.give() };
  }

  async refreshTokens(tokens: Tokens): Promise<Tokens> {
    this.refreshes += 1;
    this.#underWay += 1;
    this.most = Math.max(this.most, this.#underWay);
    await this.gate;
    this.#underWay -= 1;
    const work = () => {
      const known = this.#live.findIndex(({ accessToken }) => accessToken === tokens.accessToken);
      if (known === -1) throw new PlatformFailure('reauth', 'ACCOUNT_NEEDS_LOGIN', 'invalid_grant');
      this.#live.splice(known, 1);
      return this.give();
    };
    this.failures.shift()?.(work);
    return work();
  }

  /**
   * Checks the token of a call to the platform.
   * @returns the token
   * @throws if the token is not valid
   */
  use(accessToken: string): string {
    if (this.#live.some((tokens) => tokens.accessToken === accessToken)) return accessToken;
    throw new PlatformFailure('unauthorized', 'ACCOUNT_NEEDS_LOGIN', '401');
  }

  /** Access tokens that we have revoked. */
  readonly returned: string[] = [];

  async revoke({ accessToken }: Tokens): Promise<void> {
    this.returned.push(accessToken);
  }

  revokeAll(): void {
    this.#live = [];
  }

  /**
   * Issues new tokens.
   * @param lifeMs lifetime of the access token
   */
  give(lifeMs = 2 * HOUR): Tokens {
    const tokens = {
      accessToken: this.#secret('access'),
      accessExpiresAt: Date.now() + lifeMs,
      refreshToken: this.#secret('refresh'),
      refreshExpiresAt: Date.now() + 180 * 24 * HOUR,
    };
    this.#live.push(tokens);
    return tokens;
  }

  draft = nothing;
  commit = nothing;
  reconcile = nothing;

  #secret(kind: string): string {
    const secret = `${kind}-${randomBytes(12).toString('hex')}`;
    this.secrets.push(secret);
    return secret;
  }
}

const refused = (code: string) => new PlatformFailure('permanent', 'PLATFORM_REFUSED', code);

const nothing = async (): Promise<never> => {
  throw new Error('this fake only authorises');
};

/** Creates a fake of each of the five platforms. */
export function fakePlatforms(): Map<Platform, FakePlatform> {
  return new Map(PLATFORMS.map((name) => [name, new FakePlatform(name)]));
}
