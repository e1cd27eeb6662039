import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildMarkdownPath } from '../../api/docs/guides.js';
import { MODEL_GUIDES } from '../../api/docs/model-guides.js';
import { insertModelList, writeDefaultList, writeModelPage } from '../../api/docs/model-pages.js';
import type { ModelsBody } from '../../domain/contract/model.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { apiSuite } from '../api/suite.js';
import { DEFAULT_MODELS } from '../support/offered-models.js';
import { ROOT } from './shell-blocks.js';

const CLIP_SECONDS = 5;

/** Reads the JSON body of a page's curl example. */
function readExample(page: string): Record<string, unknown> {
  const json = /-d '([^]*?)'\n```/.exec(page)?.[1];
  if (json === undefined) throw new Error(`no curl example in:\n${page}`);
  return JSON.parse(json) as Record<string, unknown>;
}

/** Reads a table of a page: the cells of a row by its first cell. */
function readTable(page: string, heading: string): Map<string, Record<string, string>> {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return new Map(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(cells.map((cell, at) => [head[at + 1], cell])),
    ]),
  );
}

describe('the guide to the models', () => {
  it('has the current list (if not: npx tsx test/docs/write.ts)', async () => {
    const text = await readFile(join(ROOT, 'docs/models.md'), 'utf8');
    expect(text).to.equal(insertModelList(text, writeDefaultList(DEFAULT_MODELS)));
  });
});

describe('pages of models', () => {
  const suite = apiSuite({ env: { API_CREDIT_MULTIPLIER: '3' } });
  const read = async (path: string) => (await fetch(suite.api.url + path)).text();

  it('exist for each model of the service, and the guide links to them', async () => {
    const { client } = await suite.customer();
    const { image, video } = (await client.get<ModelsBody>('/v1/models')).body;
    const ids = [image.id, ...video.map(({ id }) => id)];
    expect(MODEL_GUIDES.map(({ slug }) => slug)).to.deep.equal(ids.map((id) => `models/${id}`));
    const guide = await read('/docs/models');
    for (const id of ids) expect(guide).to.include(`href="/docs/models/${id}"`);
    expect(writeModelPage('none', DEFAULT_MODELS, '')).to.equal(null);
  });

  it('have an example that the API accepts, at the listed price', async () => {
    const { client } = await suite.customer({ credits: 10_000 });
    for (const guide of MODEL_GUIDES) {
      const page = await read(buildMarkdownPath(guide));
      const { motion_video, start_frame, ...example } = readExample(page);
      const isMotion = motion_video !== undefined && start_frame !== undefined;
      const body = {
        type: page.includes('/v1/videos') ? 'video' : 'image',
        ...example,
        ...(isMotion && { motion_video_seconds: CLIP_SECONDS }),
      };
      const quote = await client.call<QuoteBody>('POST', '/v1/quote', { body });
      expect(quote.status, `${guide.slug}: ${quote.text}`).to.equal(200);
      const prices = readTable(page, 'Prices');
      const { duration = CLIP_SECONDS, resolution = '1K' } = example;
      const listed =
        body.type === 'image'
          ? prices.get(String(resolution))?.['Credits']
          : prices.get(`${String(duration)} s`)?.[String(resolution)];
      const frame = Number(/first frame costs (\d+) more/.exec(page)?.[1] ?? 0);
      expect(Number(listed) + frame, guide.slug).to.equal(quote.body.credits);
    }
  });

  it('list every option and size', async () => {
    const { client } = await suite.customer();
    const { video } = (await client.get<ModelsBody>('/v1/models')).body;
    for (const model of video) {
      const page = await read(`/docs/models/${model.id}.md`);
      const options = readTable(page, 'Options');
      expect(options.get('resolution')?.['Values']).to.equal(model.resolutions.join(', '));
      expect(options.get('aspect_ratio')?.['Values']).to.equal(model.aspect_ratios.join(', '));
      expect(options.get('resolution')?.['Default']).to.equal(model.defaults.resolution);
      const sizes = [...readTable(page, 'Sizes').keys()];
      expect(sizes).to.deep.equal(model.aspect_ratios.filter((ratio) => ratio !== 'adaptive'));
    }
    const veo = readTable(await read('/docs/models/veo-3.md'), 'Sizes');
    expect(veo.get('16:9')).to.deep.equal({
      '720p': '1280 × 720',
      '1080p': '1920 × 1080',
      '4k': '3840 × 2160',
    });
  });
});
