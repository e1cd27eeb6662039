import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runTool } from '../../contract/tool.js';
import { aiSdkProject } from './ai-sdk-rig.js';

const TSC = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

const RIGHT = [
  `import { createProviderRegistry, experimental_generateVideo, generateImage } from 'ai';`,
  `import { createMediaPlatform, type MediaPlatformImageOptions, type MediaPlatformVideoOptions } from '@media-platform/client/ai-sdk';`,
  `const media = createMediaPlatform({ baseUrl: 'http://localhost:8080', apiKey: 'svc_live_x' });`,
  `const mediaPlatform = { resolution: '2K', idempotencyKey: 'one' } satisfies MediaPlatformImageOptions;`,
  `export const image = () => generateImage({ model: media.imageModel(), prompt: 'a fox', providerOptions: { mediaPlatform } });`,
  `export const video = () => experimental_generateVideo({ model: media.videoModel('kling-3.0'), prompt: 'a fox' });`,
  `export const motion = { motion_video: 'upl_1', timeoutMs: 1 } satisfies MediaPlatformVideoOptions;`,
  `export const registered = createProviderRegistry({ media }).imageModel('media:service-image');`,
  `export const credits = async () => (await media.client.request('GET /v1/account')).credits.total;`,
];

const WRONG = [
  `export const noUrl = createMediaPlatform({ apiKey: 'svc_live_x' });`,
  `export const resolution = { resolution: '8K' } satisfies MediaPlatformImageOptions;`,
  `export const field = { motion_video: 'upl_1' } satisfies MediaPlatformImageOptions;`,
  `export const model = () => generateImage({ model: media.videoModel('kling-3.0'), prompt: 'a fox' });`,
];

describe('types of the AI SDK provider', () => {
  const project = aiSdkProject();

  it('fit the types of the AI SDK, and reject only mistakes', async () => {
    const lines = [...RIGHT, ...WRONG];
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      noEmit: true,
      // The AI SDK's types refer to packages that it does not install.
      skipLibCheck: true,
    };
    const settings = { compilerOptions, files: ['consumer.ts'] };
    await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify(settings));
    await writeFile(join(project.folder, 'consumer.ts'), `${lines.join('\n')}\n`);
    const { text } = await runTool(TSC, ['-p', '.'], project.folder);
    const places = [...text.matchAll(/^consumer\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    const refused = new Set(places.map((line) => lines[line - 1]));
    expect([...refused], text).to.have.members(WRONG);
  }).timeout(60_000);
});
