import { expect } from 'chai';
import {
  buildYouTubeFailure,
  buildVideoFailure,
} from '../../../adapters/social/youtube/failures.js';
import {
  checkPost,
  buildVideoResource,
  buildVideoUrl,
} from '../../../adapters/social/youtube/metadata.js';
import { computePacificMidnight } from '../../../adapters/social/youtube/pacific.js';
import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';

const NOW = Date.UTC(2026, 10, 22, 12);
const MIDNIGHT = Date.UTC(2026, 10, 23, 8);

const clip = { contentType: 'video/mp4', width: 1080, height: 1920, durationMs: 8_000 } as PostItem;
const job = (over: Partial<PublishJob>): PublishJob =>
  ({ form: 'short', items: [clip], text: 'Hi', title: 'T', settings: {}, ...over }) as PublishJob;

describe('YouTube: midnight in California', () => {
  for (const [now, next, why] of [
    ['2026-11-22T12:00:00.000Z', '2026-11-23T08:00:00.000Z', 'in winter'],
    ['2026-07-01T12:00:00.000Z', '2026-07-02T07:00:00.000Z', 'in summer'],
    ['2026-03-08T07:59:59.999Z', '2026-03-08T08:00:00.000Z', 'just before the 23-hour day'],
    ['2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z', 'at the start of the 23-hour day'],
    ['2026-03-08T10:00:00.000Z', '2026-03-09T07:00:00.000Z', 'when clocks go forward'],
    ['2026-11-01T06:59:59.999Z', '2026-11-01T07:00:00.000Z', 'just before the 25-hour day'],
    ['2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z', 'at the start of the 25-hour day'],
    ['2026-11-01T09:00:00.000Z', '2026-11-02T08:00:00.000Z', 'when clocks go back'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01T08:00:00.000Z', 'at the end of a year'],
    ['2028-02-29T07:30:00.000Z', '2028-02-29T08:00:00.000Z', 'before a leap day'],
  ] as const) {
    it(`after ${now} is ${next}: ${why}`, () => {
      expect(new Date(computePacificMidnight(Date.parse(now))).toISOString()).to.equal(next);
    });
  }

  it('is at most 25 hours ahead, at any hour in two years', () => {
    const hour = 3_600_000;
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2028, 0, 1); now += hour) {
      const next = computePacificMidnight(now);
      expect((next - now) / hour, new Date(now).toISOString()).to.be.within(1, 25);
    }
  });
});

describe('YouTube: settings', () => {
  it('default to public, not for kids, and made by AI', () => {
    expect(buildVideoResource(job({}))).to.deep.equal({
      snippet: { title: 'T', description: 'Hi', categoryId: '22' },
      status: {
        privacyStatus: 'public',
        selfDeclaredMadeForKids: false,
        containsSyntheticMedia: true,
      },
    });
    const youtube = { visibility: 'unlisted', made_for_kids: true } as const;
    expect(buildVideoResource(job({ settings: { youtube } })).status).to.deep.equal({
      privacyStatus: 'unlisted',
      selfDeclaredMadeForKids: true,
      containsSyntheticMedia: true,
    });
  });

  it('are checked together with texts and clips before anything is sent', () => {
    checkPost(job({ title: '😀'.repeat(100), text: 'é'.repeat(2_500) }));
    checkPost(job({ form: 'video', items: [{ ...clip, width: 1920, height: 1080 }] }));
    checkPost(job({ items: [{ ...clip, width: 1920, durationMs: 180_000 }] }));
    for (const [wrong, code] of [
      [job({ title: null }), 'CAPTION_REFUSED'],
      [job({ title: '  ' }), 'CAPTION_REFUSED'],
      [job({ title: 'a'.repeat(101) }), 'CAPTION_REFUSED'],
      [job({ title: 'a < b' }), 'CAPTION_REFUSED'],
      [job({ text: 'a > b' }), 'CAPTION_REFUSED'],
      [job({ text: `${'é'.repeat(2_500)}.` }), 'CAPTION_REFUSED'],
      [job({ items: [{ ...clip, width: 1921 }] }), 'MEDIA_REFUSED'],
      [job({ items: [{ ...clip, durationMs: 180_001 }] }), 'MEDIA_REFUSED'],
      [job({ items: [{ ...clip, contentType: 'image/jpeg' }] }), 'MEDIA_REFUSED'],
      [job({ items: [clip, clip] }), 'MEDIA_REFUSED'],
      [job({ items: [] }), 'MEDIA_REFUSED'],
    ] as const) {
      expect(() => checkPost(wrong))
        .to.throw()
        .with.include({ kind: 'permanent', code });
    }
  });

  it('use the Shorts URL for short upright clips, and the watch URL for wide or long ones', () => {
    expect(buildVideoUrl(job({}), 'abc')).to.equal('https://www.youtube.com/shorts/abc');
    const wide = { ...clip, width: 1920, height: 1080 };
    const long = { ...clip, durationMs: 180_001 };
    for (const item of [wide, long]) {
      const url = buildVideoUrl(job({ form: 'video', items: [item] }), 'abc');
      expect(url).to.equal('https://www.youtube.com/watch?v=abc');
    }
  });
});

/** Builds an error in Google's format. */
const answerOf = (status: number, reason: string | null, headers = {}) => ({
  status,
  headers,
  text: '',
  json: reason === null ? undefined : { error: { code: status, errors: [{ reason }] } },
});

describe('YouTube: error mapping', () => {
  for (const [reason, status, kind, code] of [
    ['quotaExceeded', 403, 'quota', 'QUOTA_REACHED'],
    ['dailyLimitExceeded', 403, 'quota', 'QUOTA_REACHED'],
    ['uploadLimitExceeded', 400, 'quota', 'QUOTA_REACHED'],
    ['rateLimitExceeded', 403, 'retry', 'PLATFORM_UNAVAILABLE'],
    ['userRateLimitExceeded', 403, 'retry', 'PLATFORM_UNAVAILABLE'],
    ['backendError', 503, 'retry', 'PLATFORM_UNAVAILABLE'],
    ['invalidTitle', 400, 'permanent', 'CAPTION_REFUSED'],
    ['invalidDescription', 400, 'permanent', 'CAPTION_REFUSED'],
    ['invalidTags', 400, 'permanent', 'SETTINGS_REFUSED'],
    ['invalidVideoMetadata', 400, 'permanent', 'SETTINGS_REFUSED'],
    ['mediaBodyRequired', 400, 'permanent', 'MEDIA_REFUSED'],
    ['authError', 401, 'unauthorized', 'ACCOUNT_NEEDS_LOGIN'],
    ['youtubeSignupRequired', 401, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['authenticatedUserAccountSuspended', 403, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['authenticatedUserAccountClosed', 403, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['insufficientPermissions', 403, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['accessNotConfigured', 403, 'misconfigured', 'MISCONFIGURED'],
    ['somethingNew', 400, 'permanent', 'PLATFORM_REFUSED'],
    [null, 401, 'unauthorized', 'ACCOUNT_NEEDS_LOGIN'],
    [null, 429, 'rate_limited', 'PLATFORM_UNAVAILABLE'],
    [null, 502, 'retry', 'PLATFORM_UNAVAILABLE'],
    [null, 200, 'retry', 'PLATFORM_UNAVAILABLE'],
  ] as const) {
    it(`maps ${reason} with ${status} to ${kind}`, () => {
      const failure = buildYouTubeFailure(answerOf(status, reason), NOW);
      expect([failure.kind, failure.code]).to.deep.equal([kind, code]);
      expect(failure.platformCode).to.equal(reason ?? String(status));
    });
  }

  it('includes when to retry', () => {
    const until = (status: number, reason: string | null, headers = {}) =>
      buildYouTubeFailure(answerOf(status, reason, headers), NOW).until;
    expect(until(403, 'quotaExceeded')).to.equal(MIDNIGHT);
    expect(until(400, 'uploadLimitExceeded')).to.equal(NOW + 86_400_000);
    expect(until(429, null)).to.equal(NOW + 60_000);
    expect(until(429, null, { 'retry-after': '5' })).to.equal(NOW + 5_000);
    expect(until(400, 'invalidTitle')).to.equal(null);
  });

  it('fails a rejected video permanently', () => {
    const messageFor = (reason: string | null) => buildVideoFailure(reason).message;
    expect(messageFor('duplicate')).to.equal('permanent rejected duplicate');
    expect(buildVideoFailure('copyright').code).to.equal('MEDIA_REFUSED');
    expect(buildVideoFailure('uploaderAccountSuspended').code).to.equal('ACCOUNT_NEEDS_LOGIN');
    expect(messageFor('Hello, this is my caption')).to.equal('permanent rejected 200');
  });
});
