import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialPlatform, Tokens } from '../../domain/ports/social-platform.js';

/** Fake platforms that only support revocation. */
export class Revocations {
  readonly revoked: { platform: Platform; tokens: Tokens }[] = [];
  /** Behaviour of a revocation, which succeeds by default. */
  answer: () => Promise<void> = () => Promise.resolve();

  platform(name: Platform): SocialPlatform {
    const unused = () => {
      throw new Error('not a part of this test');
    };
    return {
      name,
      authorizeUrl: unused,
      exchangeCode: unused,
      refreshTokens: unused,
      draft: unused,
      commit: unused,
      reconcile: unused,
      revoke: (tokens) => {
        this.revoked.push({ platform: name, tokens });
        return this.answer();
      },
    };
  }

  platforms(...names: Platform[]): ReadonlyMap<Platform, SocialPlatform> {
    return new Map(names.map((name) => [name, this.platform(name)]));
  }
}
