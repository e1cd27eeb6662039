import { expect } from 'chai';
import { warnOfHiddenMedia, warnOfProxy, warnOfUnjudged } from '../../runtime/warn-at-start.js';

const APP = { clientId: 'id', clientSecret: 'secret' };

/** Returns the platforms that a warning names, or null if there was no warning. */
function warned(mediaBaseUrl: string, ...apps: string[]): readonly string[] | null {
  let platforms: readonly string[] | null = null;
  const warn = (facts: { platforms: readonly string[] }) => (platforms = facts.platforms);
  const socialApps = Object.fromEntries(apps.map((name) => [name, APP]));
  warnOfHiddenMedia({ warn } as never, { mediaBaseUrl, socialApps });
  return platforms;
}

describe('the warning about unmoderated pictures or clips', () => {
  const moderation = { baseUrl: 'https://api.openai.com/v1', apiKey: null, model: 'm' };
  for (const [title, env, providers, setting] of [
    [
      'names the missing service',
      { moderation: null, ffmpeg: '/bin/ffmpeg' },
      ['local', 'fal'],
      'MODERATION_BASE_URL',
    ],
    [
      'names ffmpeg if the service cannot get frames',
      { moderation, ffmpeg: null },
      ['fal'],
      'FFMPEG_BIN',
    ],
    ['is not logged if both are configured', { moderation, ffmpeg: '/bin/ffmpeg' }, ['fal'], null],
    [
      'is not logged if only the local renderer is configured',
      { moderation: null, ffmpeg: null },
      ['local'],
      null,
    ],
  ] as const) {
    it(title, () => {
      const settings: string[] = [];
      const warn = (facts: { setting: string }) => settings.push(facts.setting);
      warnOfUnjudged({ warn } as never, env, new Map(providers.map((name) => [name, {} as never])));
      expect(settings).to.deep.equal(setting === null ? [] : [setting]);
    });
  }
});

describe('the warning about an untrusted proxy', () => {
  for (const [publicUrl, trustedProxies, isWarned] of [
    ['https://api.example.com', [], true],
    ['https://api.example.com', ['127.0.0.1'], false],
    ['http://localhost:8080', [], false],
  ] as const) {
    it(`is ${isWarned ? '' : 'not '}logged for ${publicUrl} with ${trustedProxies.length} proxies`, () => {
      const settings: string[] = [];
      const warn = ({ setting }: { setting: string }) => settings.push(setting);
      warnOfProxy({ warn } as never, { publicUrl, trustedProxies });
      expect(settings).to.deep.equal(isWarned ? ['TRUSTED_PROXIES'] : []);
    });
  }
});

describe('the warning about media that platforms cannot fetch', () => {
  for (const hidden of [
    'http://localhost:8080/media',
    'https://localhost/media',
    'https://media.localhost',
    'https://127.0.0.1/media',
    'https://10.1.2.3/media',
    'https://192.168.0.9',
    'https://169.254.169.254',
    'https://[::1]/media',
    'https://[fd00::1]/media',
    'https://api/media',
    'https://media.example.local',
    'https://media.internal.',
    'http://media.example.com',
  ]) {
    it(`is logged for ${hidden}`, () => {
      expect(warned(hidden, 'threads', 'instagram')).to.deep.equal(['instagram', 'threads']);
    });
  }

  it('is not logged for a public address', () => {
    for (const open of ['https://media.example.com/x', 'https://8.8.8.8', 'https://[2606::1]']) {
      expect(warned(open, 'instagram'), open).to.equal(null);
    }
  });

  it('names the platforms that fetch media and have a configured app, if there are any', () => {
    const local = 'http://localhost:8080/media';
    expect(warned(local, 'tiktok', 'youtube', 'twitter')).to.deep.equal(['tiktok']);
    expect(warned(local, 'youtube', 'twitter')).to.equal(null);
    expect(warned(local)).to.equal(null);
  });
});
