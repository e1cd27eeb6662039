import { expect } from 'chai';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import type { Tokens } from '../../domain/ports/social-platform.js';
import { isDue, computeNextRefresh } from '../../domain/social/accounts/next-refresh.js';

const DAY = 86_400_000;
const HOUR = DAY / 24;
const NOW = 1_800_000_000_000;

const lasting = (days: number | null) => ({
  accessToken: 'a',
  accessExpiresAt: NOW + 2 * HOUR,
  refreshToken: 'r',
  refreshExpiresAt: days === null ? null : NOW + days * DAY,
});
const prolonged = (days: number) => ({
  accessToken: 'a',
  accessExpiresAt: NOW + days * DAY,
  refreshToken: null,
  refreshExpiresAt: null,
});
const span = (platform: (typeof PLATFORMS)[number], tokens: Tokens) =>
  [0, 1].map((random) => (computeNextRefresh(platform, tokens, NOW, random) - NOW) / DAY);

describe('the refresh time of unused tokens', () => {
  it("is a random day in the range of the account's platform", () => {
    expect(span('tiktok', lasting(180))).to.deep.equal([60, 90]);
    expect(span('twitter', lasting(null))).to.deep.equal([60, 90]);
    expect(span('youtube', lasting(null))).to.deep.equal([80, 120]);
  });

  it('is from day 30 to day 50 if the platform extends the access token itself', () => {
    for (const platform of ['instagram', 'threads'] as const) {
      expect(span(platform, prolonged(60))).to.deep.equal([30, 50]);
    }
  });

  it('is before the expiry of the tokens if their lifetime is shorter', () => {
    for (const platform of PLATFORMS) {
      for (const random of [0, 0.5, 1]) {
        const at = computeNextRefresh(platform, lasting(7), NOW, random);
        expect(at, platform).to.be.within(NOW + DAY, NOW + 6 * DAY);
      }
    }
  });

  it('differs from account to account', () => {
    const times = Array.from({ length: 20 }, () => computeNextRefresh('tiktok', lasting(180), NOW));
    expect(new Set(times).size).to.be.above(10);
  });
});

describe('the refresh of tokens before use', () => {
  it('depends on their expiry if they are valid for hours', () => {
    const due = (now: number) => isDue('twitter', lasting(180), { tokensAt: NOW, now });
    expect(due(NOW + 2 * HOUR - 301_000)).to.equal(false);
    expect(due(NOW + 2 * HOUR - 300_000)).to.equal(true);
    const unknown = { ...lasting(180), accessExpiresAt: null };
    expect(isDue('twitter', unknown, { tokensAt: NOW, now: NOW + DAY })).to.equal(false);
  });

  it('depends on their age if they are valid for months', () => {
    const due = (days: number) =>
      isDue('instagram', prolonged(60), { tokensAt: NOW, now: NOW + days * DAY });
    expect([due(29), due(30)]).to.deep.equal([false, true]);
  });
});
