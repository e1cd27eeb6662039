import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import type { ImageJob } from '../../domain/ports/provider-job.js';
import type { TextProvider } from '../../domain/ports/text.js';
import { buildCustomer } from '../support/accounts.js';
import { ApiClient } from '../support/client.js';
import { queuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { reached } from './pipeline.js';
import { usePlatform } from '../support/use-platform.js';
import { squareUrl } from '../support/data-url.js';

/** Tests the job that a provider receives for an edit. */
describe('an edit sent to a provider', () => {
  const rig = replayRig();
  const asked: string[] = [];
  const writer: TextProvider = {
    name: 'writer',
    async write({ input }) {
      asked.push(input);
      return 'rewritten';
    },
  };
  const fal = queuedFake('fal');
  const providers = new Map<string, GenerationProvider>([['fal', fal]]);
  const changes = { providers, textModels: [writer] };
  const api = usePlatform({
    change: (deps) => rig.watch({ ...deps, ...changes }),
    workers: { mediaDeps: changes },
  });
  let client: ApiClient;
  before(async () => {
    ({ client } = await buildCustomer(api.deps.db, api.url));
  });

  /**
   * Completes a generation.
   * @returns the job that the provider received, and the row
   */
  async function jobOf(body: object) {
    const created = await client.image(body);
    expect(created.status, created.text).to.equal(202);
    const row = await reached(api.deps, created.body.id, 'completed', 'failed');
    expect(row.status, JSON.stringify(row.error)).to.equal('completed');
    return { job: fal.taken.at(-1) as ImageJob, row };
  }

  it('contains the scene, product, references, unchanged prompt and seed, but not a face', async () => {
    const product = await client.call<{ id: string }>('POST', '/v1/products', {
      body: { name: 'Soap', images: [squareUrl(72)] },
    });
    const { job, row } = await jobOf({
      prompt: 'put @bag on the chair',
      edit: true,
      seed: 99,
      scene_image: squareUrl(96),
      character_image: squareUrl(64),
      product_id: product.body.id,
      reference_images: [
        {
          tag: '@bag',
          image: squareUrl(48),
        },
      ],
    });
    expect(job).to.include({ edit: true, prompt: 'put @bag on the chair', seed: 99 });
    expect(job).to.include({ aspectRatio: '1:1' });
    const { scene, characters, products, references } = job.inputs;
    expect([scene === null, characters.length, products.length, references.length]).to.deep.equal([
      false,
      0,
      1,
      1,
    ]);
    expect(job.fullPrompt)
      .to.match(/^Change only what is asked for/)
      .and.include('put @bag on the chair')
      .and.include('Reproduce the product')
      .and.not.match(/identity|person|pose|framing/i);
    expect(row.analysis, 'neither scene nor face is analysed').to.deep.equal({});
    expect(asked, 'no text model rewrites an edit').to.deep.equal([]);
    expect(row.timeline.map(({ message }) => message)).to.have.length(1);
  });

  it('becomes a composition of scene and character if the request has a character', async () => {
    const character = await client.call<{ id: string }>('POST', '/v1/characters', {
      body: { name: 'Ada', gender: 'female', images: [squareUrl(64)] },
    });
    const { job, row } = await jobOf({
      prompt: 'on a chair',
      edit: true,
      scene_image: squareUrl(96),
      character_id: character.body.id,
    });
    expect([job.edit, job.inputs.characters.length, job.aspectRatio]).to.deep.equal([
      false,
      1,
      '9:16',
    ]);
    expect(row.timeline[0]?.message).to.include('edit is ignored');
  });
});
