import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { failureOf } from '../support/failure.js';
import type { VendorFlow } from './flow.js';
import { FAL_FLOWS } from './flows/fal.js';
import { INSTAGRAM_FLOWS } from './flows/instagram.js';
import { OPENAI_FLOWS } from './flows/openai.js';
import { OPENAI_SPEECH_FLOWS } from './flows/openai-speech.js';
import { OPENROUTER_FLOWS } from './flows/openrouter.js';
import { TWITTER_API_FLOWS } from './flows/twitter-api-v2.js';
import { XDK_FLOWS } from './flows/xdk.js';
import { YOUTUBE_FLOWS } from './flows/youtube.js';
import { loopbackFetch } from './loopback-fetch.js';

/** Independent clients, because a fake that only our own adapter uses may repeat its mistakes. */
const FLOWS: readonly VendorFlow[] = [
  ...FAL_FLOWS,
  ...OPENAI_FLOWS,
  ...OPENAI_SPEECH_FLOWS,
  ...OPENROUTER_FLOWS,
  ...TWITTER_API_FLOWS,
  ...XDK_FLOWS,
  ...YOUTUBE_FLOWS,
  ...INSTAGRAM_FLOWS,
];

const { devDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly devDependencies: Readonly<Record<string, string>> };

describe("vendors' own clients with our stand-ins", () => {
  for (const { client, does, run } of FLOWS) {
    it(`${client} ${devDependencies[client]} ${does}`, run);
  }

  it('cannot reach an address that has no stand-in', async () => {
    const fetch = loopbackFetch((url) => url);
    const failure = await failureOf(fetch('https://api.example.com/v1'));
    expect(failure.message).to.equal('https://api.example.com/v1 has no stand-in');
  });
});
