import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import type { ImageJob, VideoJob } from '../../domain/ports/provider-job.js';
import type { TextProvider } from '../../domain/ports/text.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { buildCustomer } from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { reached } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';
import { squareUrl } from '../support/data-url.js';

interface Subject {
  readonly id: string;
  readonly analysis: object | null;
}

/** Characters, products, references and prompts that a provider receives. */
describe("a generation's subjects sent to a provider", () => {
  const rig = replayRig();
  const providers = new Map<string, GenerationProvider>();
  const textModels: TextProvider[] = [];
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, providers, textModels }),
    workers: { mediaDeps: { providers, textModels } },
  });
  let fal: QueuedFake;
  let client: ApiClient;
  let character: Subject;
  let product: Subject;
  before(async () => {
    ({ client } = await buildCustomer(api.deps.db, api.url));
    const photos = { images: [squareUrl(64), squareUrl(80)] };
    character = await made('characters', { name: 'Ada', gender: 'female', ...photos });
    product = await made('products', { name: 'Soap', images: [squareUrl(72)] });
  });
  beforeEach(async () => {
    fal = queuedFake('fal');
    providers.clear();
    providers.set('fal', fal);
    textModels.length = 0;
    await api.deps.db.query('DELETE FROM route_health');
  });

  /** Creates a character or product and waits for the analysis of its photos. */
  async function made(kind: 'characters' | 'products', body: object): Promise<Subject> {
    const created = await client.call<Subject>('POST', `/v1/${kind}`, { body });
    expect(created.status, created.text).to.equal(201);
    return until(`the analysis of ${created.body.id} has ended`, async () => {
      const { body: now } = await client.get<Subject>(`/v1/${kind}/${created.body.id}`);
      return now.analysis === null ? null : now;
    });
  }

  async function ended(path: string, body: object): Promise<GenerationBody> {
    const created = await client.call<GenerationBody>('POST', path, { body });
    expect(created.status, created.text).to.equal(202);
    const row = await reached(api.deps, created.body.id, 'completed', 'failed');
    expect(row.status, JSON.stringify(row.error)).to.equal('completed');
    return (await client.get(`/v1/generations/${row.id}`)).body;
  }

  it('include, for an image, every photo and the descriptions of character and product', async () => {
    const body = await ended('/v1/images', {
      prompt: 'on a beach with @bag',
      character_id: character.id,
      product_id: product.id,
      reference_images: [
        {
          tag: '@bag',
          image: squareUrl(48),
        },
      ],
    });
    expect(body.request).to.include({ character_id: character.id, product_id: product.id });
    const job = fal.taken[0] as ImageJob;
    const { characters, products, references } = job.inputs;
    expect([characters.length, products.length]).to.deep.equal([2, 1]);
    expect(references.map(({ tag }) => tag)).to.deep.equal(['@bag']);
    expect(job.prompt).to.equal('on a beach with @bag');
    const { character_analysis: seen } = character.analysis as {
      character_analysis: { detailed_description: string };
    };
    expect(job.fullPrompt)
      .to.include('on a beach with @bag')
      .and.include(seen.detailed_description);
  });

  it('appear in the first frame of a video, and the clip request contains only that frame', async () => {
    const body = await ended('/v1/videos', {
      model: 'seedance-2.0-mini',
      duration: '4',
      resolution: '480p',
      prompt: 'walks to @bag',
      character_id: character.id,
      product_id: product.id,
      reference_images: [
        {
          tag: '@bag',
          image: squareUrl(48),
        },
      ],
    });
    expect(body.request).to.include({ character_id: character.id, reference_images: 1 });
    const [frame, clip] = fal.taken as [ImageJob, VideoJob];
    expect([frame.kind, frame.inputs.characters.length]).to.deep.equal(['image', 2]);
    expect(frame.fullPrompt).to.include('first frame');
    expect([clip.kind, clip.references.length]).to.deep.equal(['video', 0]);
    expect(clip.fullPrompt, 'no tag of a picture that it does not get').not.to.include('@bag');
    expect(clip.fullPrompt).to.include('walks to bag');
  });

  it('include as many references as the model accepts, in addition to the frame', async () => {
    await ended('/v1/videos', {
      model: 'kling-3.0',
      duration: '3',
      prompt: 'x',
      start_frame: squareUrl(64),
      reference_images: [40, 44, 48, 52].map((side) => ({ image: squareUrl(side) })),
    });
    const [clip] = fal.taken as [VideoJob];
    expect(clip.references.map(({ tag }) => tag)).to.deep.equal(['@ref1', '@ref2', '@ref3']);
  });

  it('come with a prompt that is cut at a word if it is too long, and a timeline entry', async () => {
    const words = 'slowly the fox walks on '.repeat(60).trim();
    const body = await ended('/v1/videos', {
      model: 'wan-2.6',
      duration: '5',
      prompt: words,
      start_frame: squareUrl(64),
    });
    const [clip] = fal.taken as [VideoJob];
    expect(clip.fullPrompt.length).to.be.within(500, 800);
    expect(words.startsWith(clip.fullPrompt)).to.equal(true);
    expect(body.timeline.map(({ stage, message }) => `${stage}: ${message}`)).to.deep.equal([
      'prompt_merge: The prompt is shortened: upstream wan-2.6 accepts 800 characters.',
      // The fake delivers a small clip of one second.
      'video_generation: The provider made a clip with a different shape: 96x64 pixels instead of 720x720.',
      'video_generation: The provider made a clip with a different length: 1 s instead of 5 s.',
    ]);
  });

  it('come with prompts that the configured text model writes, within its limit', async () => {
    const asked: number[] = [];
    textModels.push({
      name: 'writer',
      async write({ maxCharacters }) {
        asked.push(maxCharacters);
        return `written for ${maxCharacters}`;
      },
    });
    await ended('/v1/videos', {
      model: 'wan-2.6',
      duration: '5',
      prompt: 'x'.repeat(900),
      character_id: character.id,
    });
    const prompts = fal.taken.map((job) => 'fullPrompt' in job && job.fullPrompt);
    expect(prompts).to.deep.equal(['written for 5000', 'written for 800']);
    expect(asked).to.deep.equal([5_000, 800]);
  });

  it('are not found if a character belongs to another account, and nothing is charged', async () => {
    const other = (await buildCustomer(api.deps.db, api.url)).client;
    const body = { prompt: 'x', character_id: character.id };
    const answer = await other.call<ErrorBody>('POST', '/v1/images', { body });
    expect([answer.status, answer.body.error.code]).to.deep.equal([404, 'NOT_FOUND']);
    expect(answer.text).to.include('character_id');
  });
});
