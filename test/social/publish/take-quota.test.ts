import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { SOCIAL_LIMITS } from '../../../domain/catalogue/social-limits.js';
import { PlatformFailure } from '../../../domain/ports/social-platform.js';
import { pruneQuotas, takeQuota } from '../../../domain/social/publish/take-quota.js';
import { freshDatabase } from '../../entities/fresh-database.js';

describe('platform limits, shared by all processes', () => {
  const fresh = freshDatabase();
  const take = (platform: 'tiktok' | 'youtube', remoteId: string) =>
    fresh.db
      .transaction((tx) => takeQuota(tx, platform, 'draft', remoteId))
      .then(
        () => null,
        (error: unknown) => error as PlatformFailure,
      );

  it('let each TikTok account start 6 drafts a minute, even under concurrent calls', async () => {
    const one = randomUUID();
    const taken = await Promise.all(Array.from({ length: 20 }, () => take('tiktok', one)));
    const refused = taken.filter((failure) => failure !== null);
    // A new minute may begin during the test, with a new quota.
    expect(refused.length).to.be.oneOf([14, 8]);
    expect(refused[0]).to.be.instanceOf(PlatformFailure);
    expect(refused[0]?.kind).to.equal('rate_limited');
    expect((refused[0]?.until ?? 0) - Date.now()).to.be.within(-1_000, 61_000);
    expect(await take('tiktok', randomUUID()), 'another account').to.equal(null);
  });

  it('let our app upload 100 clips a day to YouTube, until midnight in California', async () => {
    await fresh.db.query(
      `INSERT INTO social_quota (name, window_start, used)
       VALUES ('youtube/draft/app', date_trunc('day', now(), 'America/Los_Angeles'), 99)`,
    );
    expect(await take('youtube', 'somebody')).to.equal(null);
    const refused = await take('youtube', 'somebody else');
    expect(refused?.kind).to.equal('rate_limited');
    const hour = new Date(refused?.until ?? 0).toLocaleString('en-US', {
      timeZone: 'America/Los_Angeles',
      hour: 'numeric',
      minute: 'numeric',
    });
    expect(hour).to.equal('12:00 AM');
  });

  it('are pruned once their window has ended', async () => {
    await fresh.db.query(
      `INSERT INTO social_quota (name, window_start, used)
       VALUES ('old', now() - interval '3 days', 1), ('new', now(), 1)`,
    );
    await pruneQuotas(fresh.db.manager);
    const rows: { name: string }[] = await fresh.db.query(
      `SELECT name FROM social_quota WHERE name IN ('old', 'new')`,
    );
    expect(rows).to.deep.equal([{ name: 'new' }]);
  });

  it('have one table row each', () => {
    const names = SOCIAL_LIMITS.map(({ platform, step, scope }) => `${platform} ${step} ${scope}`);
    expect(names).to.deep.equal([
      'youtube draft app',
      'tiktok draft account',
      'twitter commit account',
      'twitter commit app',
    ]);
  });
});
