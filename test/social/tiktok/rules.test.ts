import { expect } from 'chai';
import { planNextChunk, planChunks } from '../../../adapters/social/tiktok/chunks.js';
import { buildTikTokFailure, buildPostFailure } from '../../../adapters/social/tiktok/failures.js';
import {
  checkPost,
  buildPhotoInfo,
  buildVideoInfo,
} from '../../../adapters/social/tiktok/post-info.js';
import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';
import { findChunkProblem } from '@media-platform/stand-ins/social/tiktok/rules.js';

const MB = 1_000_000;
const MIB = 1_048_576;
const NOW = Date.UTC(2026, 10, 22, 12);

const clip = { contentType: 'video/mp4', size: 1, durationMs: 4_000 } as PostItem;
const photo = { contentType: 'image/jpeg', size: 1, durationMs: null } as PostItem;
const open = { username: 'ada', noComments: false, noDuets: false, noStitches: false };
const job = (over: Partial<PublishJob>): PublishJob =>
  ({ form: 'video', items: [clip], text: 'Hi', title: null, settings: {}, ...over }) as PublishJob;

/** Lists all chunks of a clip, in order. */
function chunksOf(size: number) {
  const chunks = [];
  for (let sent = 0; sent < size;) {
    const chunk = planNextChunk(size, sent);
    if (chunk === null) throw new Error(`no chunk at ${sent} of ${size}`);
    chunks.push(chunk);
    sent = chunk.end + 1;
  }
  return chunks;
}

describe("TikTok: a clip's chunks", () => {
  for (const [size, chunkSize, count, lastBytes] of [
    [1, 1, 1, 1],
    [4_999_999, 4_999_999, 1, 4_999_999],
    [9_999_999, 9_999_999, 1, 9_999_999],
    [10_000_000, 10_000_000, 1, 10_000_000],
    [19_999_999, 10_000_000, 1, 19_999_999],
    [20_000_000, 10_000_000, 2, 10_000_000],
    [50_000_123, 10_000_000, 5, 10_000_123],
    [64_000_001, 10_000_000, 6, 14_000_001],
    [4_000_000_000, 10_000_000, 400, 10_000_000],
  ] as const) {
    it(`split ${size} bytes into ${count} chunks of ${chunkSize} bytes, the last of ${lastBytes}`, () => {
      expect(planChunks(size)).to.deep.equal({ chunkSize, count });
      const chunks = chunksOf(size);
      expect(chunks).to.have.length(count);
      expect(chunks.map(({ isLast }) => isLast)).to.deep.equal(
        chunks.map((_, index) => index === count - 1),
      );
      const last = chunks.at(-1);
      expect(last && last.end - last.start + 1).to.equal(lastBytes);
      expect(last?.end).to.equal(size - 1);
    });
  }

  it("follow TikTok's rules for any size, in MB and in MiB", () => {
    for (let size = 1; size < 4_000 * MB; size = Math.ceil(size * 1.37) + 7) {
      const { chunkSize, count } = planChunks(size);
      const source = { video_size: size, chunk_size: chunkSize, total_chunk_count: count };
      expect(findChunkProblem({ source: 'FILE_UPLOAD', ...source }), `${size}`).to.equal(null);
      if (size > 64 * MIB) expect(count).to.be.greaterThan(1);
      for (const { start, end, isLast } of chunksOf(size)) {
        const bytes = end - start + 1;
        if (!isLast) expect(bytes).to.be.within(5 * MIB, 64 * MB);
        expect(bytes).to.be.at.most(128 * MB);
      }
    }
  });

  it('end with the last chunk, and never begin in the middle of another chunk', () => {
    expect(planNextChunk(50_000_123, 50_000_123)).to.equal(null);
    expect(planNextChunk(50_000_123, 50_000_000)).to.equal(null);
    expect(planNextChunk(50_000_123, 5_000_000)).to.equal(null);
    expect(planNextChunk(5_000, 5_000)).to.equal(null);
  });
});

describe('TikTok: settings', () => {
  it('leave unselected features off, and label a clip as made by AI', () => {
    expect(buildVideoInfo(job({}), open)).to.deep.equal({
      title: 'Hi',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      disable_duet: true,
      disable_stitch: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: true,
    });
    expect(buildPhotoInfo(job({ form: 'photos', title: 'T' }), false)).to.deep.equal({
      title: 'T',
      description: 'Hi',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      auto_add_music: false,
      brand_content_toggle: false,
      brand_organic_toggle: false,
    });
  });

  it('turn on the selected features', () => {
    const tiktok = {
      allow_comments: true,
      allow_duet: true,
      allow_stitch: true,
      ai_disclosure: false,
      auto_add_music: true,
    };
    const chosen = job({ settings: { tiktok } });
    expect(buildVideoInfo(chosen, open)).to.include({
      disable_comment: false,
      disable_duet: false,
      disable_stitch: false,
      is_aigc: false,
    });
    expect(buildPhotoInfo(chosen, false)).to.include({
      disable_comment: false,
      auto_add_music: true,
    });
  });

  it('cannot turn on what the account has disabled', () => {
    const tiktok = { allow_comments: true, allow_duet: true, allow_stitch: true };
    const chosen = job({ settings: { tiktok } });
    const shut = { ...open, noComments: true, noDuets: true, noStitches: true };
    expect(buildVideoInfo(chosen, shut)).to.include({
      disable_comment: true,
      disable_duet: true,
      disable_stitch: true,
    });
    expect(buildPhotoInfo(chosen, true)).to.include({ disable_comment: true });
  });

  it('are checked together with texts and files before anything is sent', () => {
    const photos = (count: number, over: Partial<PublishJob> = {}) =>
      job({ form: 'photos', items: Array.from({ length: count }, () => photo), ...over });
    checkPost(job({ text: 'a'.repeat(2_200) }));
    checkPost(photos(35, { text: 'a'.repeat(4_000), title: 'a'.repeat(90) }));
    for (const [wrong, code] of [
      [job({ text: 'a'.repeat(2_201) }), 'CAPTION_REFUSED'],
      [photos(1, { text: 'a'.repeat(4_001) }), 'CAPTION_REFUSED'],
      [photos(1, { title: 'a'.repeat(91) }), 'CAPTION_REFUSED'],
      [photos(36), 'MEDIA_REFUSED'],
      [photos(0), 'MEDIA_REFUSED'],
      [job({ items: [photo] }), 'MEDIA_REFUSED'],
      [job({ items: [clip, clip] }), 'MEDIA_REFUSED'],
    ] as const) {
      expect(() => checkPost(wrong))
        .to.throw()
        .with.include({ kind: 'permanent', code });
    }
  });
});

describe('TikTok: error mapping', () => {
  for (const [code, status, kind, error] of [
    ['access_token_invalid', 401, 'unauthorized', 'ACCOUNT_NEEDS_LOGIN'],
    ['scope_not_authorized', 401, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['scope_permission_missed', 401, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['auth_removed', 200, 'reauth', 'ACCOUNT_NEEDS_LOGIN'],
    ['url_ownership_unverified', 403, 'misconfigured', 'MISCONFIGURED'],
    ['unaudited_client_can_only_post_to_private_accounts', 403, 'misconfigured', 'MISCONFIGURED'],
    ['privacy_level_option_mismatch', 403, 'permanent', 'SETTINGS_REFUSED'],
    ['invalid_param', 400, 'permanent', 'PLATFORM_REFUSED'],
    ['invalid_params', 400, 'permanent', 'PLATFORM_REFUSED'],
    ['file_format_check_failed', 200, 'permanent', 'MEDIA_REFUSED'],
    ['duration_check_failed', 200, 'permanent', 'MEDIA_REFUSED'],
    ['frame_rate_check_failed', 200, 'permanent', 'MEDIA_REFUSED'],
    ['picture_size_check_failed', 200, 'permanent', 'MEDIA_REFUSED'],
    ['spam_risk', 403, 'permanent', 'PLATFORM_REFUSED'],
    ['spam_risk_user_banned_from_posting', 403, 'permanent', 'PLATFORM_REFUSED'],
    ['spam_risk_too_many_posts', 403, 'quota', 'QUOTA_REACHED'],
    ['spam_risk_too_many_pending_share', 403, 'quota', 'QUOTA_REACHED'],
    ['reached_active_user_cap', 403, 'quota', 'QUOTA_REACHED'],
    ['rate_limit_exceeded', 429, 'rate_limited', 'PLATFORM_UNAVAILABLE'],
    ['internal_error', 500, 'retry', 'PLATFORM_UNAVAILABLE'],
    ['video_pull_failed', 200, 'new_draft', 'MEDIA_REFUSED'],
    ['photo_pull_failed', 200, 'new_draft', 'MEDIA_REFUSED'],
    ['something_new', 400, 'permanent', 'PLATFORM_REFUSED'],
    ['something_new', 503, 'retry', 'PLATFORM_UNAVAILABLE'],
    [null, 429, 'rate_limited', 'PLATFORM_UNAVAILABLE'],
    [null, 200, 'retry', 'PLATFORM_UNAVAILABLE'],
  ] as const) {
    it(`maps ${code} with ${status} to ${kind}`, () => {
      const failure = buildTikTokFailure(code, status, NOW);
      expect([failure.kind, failure.code]).to.deep.equal([kind, error]);
      expect(failure.platformCode).to.equal(code ?? String(status));
    });
  }

  it('includes when to retry', () => {
    expect(buildTikTokFailure('rate_limit_exceeded', 429, NOW).until).to.equal(NOW + 60_000);
    expect(buildTikTokFailure('rate_limit_exceeded', 429, NOW, 1_000).until).to.equal(NOW + 1_000);
    expect(buildTikTokFailure('spam_risk_too_many_posts', 403, NOW).until).to.equal(
      NOW + 86_400_000,
    );
    expect(buildTikTokFailure('invalid_params', 400, NOW).until).to.equal(null);
  });

  it("fails a post permanently, without passing on a user's text", () => {
    expect(buildPostFailure('auth_removed')).to.include({
      kind: 'permanent',
      code: 'ACCOUNT_NEEDS_LOGIN',
    });
    expect(buildPostFailure('duration_check_failed')).to.include({
      kind: 'permanent',
      code: 'MEDIA_REFUSED',
    });
    expect(buildPostFailure('Hello, this is my caption').platformCode).to.equal('200');
    expect(buildPostFailure(null).kind).to.equal('permanent');
  });
});
