import { expect } from 'chai';
import { hashContent } from '../../adapters/media/credentials/hash-content.js';
import { SEED_MAX } from '../../domain/contract/seed.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { picture } from '../media/inspection/samples.js';
import { SHORT_CLIP } from '../workflows/pipeline.js';
import { apiSuite, type ApiSuite, type Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from './uploads-rig.js';

type Type = 'image' | 'video';

const BODIES = {
  image: { prompt: 'rain over a harbour', aspect_ratio: '1:1' },
  video: { ...SHORT_CLIP, audio: true, prompt: 'rain over a harbour' },
} as const;
const TYPES = ['image', 'video'] as const;

const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
const customerOf = (suite: ApiSuite) => suite.customer({ credits: 100_000, raised });

async function accepted(
  { client }: Customer,
  type: Type,
  body: object = {},
  idem?: string,
): Promise<GenerationBody> {
  const options = idem === undefined ? {} : { idem };
  const answer = await client[type]({ ...BODIES[type], ...body }, options);
  expect(answer.status, answer.text).to.equal(202);
  return answer.body;
}

describe("a request's seed", () => {
  const suite = apiSuite();

  for (const type of TYPES) {
    it(`is returned for ${type} as the client sent it, including in later reads`, async () => {
      const customer = await customerOf(suite);
      for (const seed of [0, 42, SEED_MAX]) {
        const { id, request } = await accepted(customer, type, { seed });
        expect(request.seed).to.equal(seed);
        const read = await customer.client.get(`/v1/generations/${id}`);
        expect(read.body.request.seed).to.equal(seed);
      }
    });

    it(`is random for ${type} by default, and a replay returns the same seed`, async () => {
      const customer = await customerOf(suite);
      const first = await accepted(customer, type, {}, 'draw');
      const again = await accepted(customer, type, {}, 'draw');
      const other = await accepted(customer, type);
      expect(first.request.seed).to.be.within(0, SEED_MAX);
      expect(again).to.deep.equal(first);
      expect(other.request.seed).not.to.equal(first.request.seed);
    });

    it(`is rejected for ${type} if invalid, also in a quote`, async () => {
      const { client } = await customerOf(suite);
      for (const seed of [-1, 1.5, SEED_MAX + 1, '7', true]) {
        const body = { ...BODIES[type], seed };
        const real = await client[type](body);
        const quoted = await client.refused('POST', '/v1/quote', { body: { type, ...body } });
        for (const answer of [real, quoted]) {
          expect(answer.status, answer.text).to.equal(400);
          expect(answer.text).to.include('body.seed');
        }
      }
      const fine = { type, ...BODIES[type], seed: 7 };
      const quoted = await client.call('POST', '/v1/quote', { body: fine });
      expect(quoted.status, quoted.text).to.equal(200);
    });
  }
});

describe("a result's seed", () => {
  const suite = uploadSuite();

  /** Hashes the pixels and sound of a finished generation; its metadata has an id and a time. */
  async function hashResult({ status, error, type, result }: GenerationBody): Promise<string> {
    expect(status, JSON.stringify(error)).to.equal('completed');
    const bytes = await suite.servedBytes(result?.url ?? '');
    const hash = hashContent(bytes, type === 'image' ? 'image/webp' : 'video/mp4');
    expect(hash).not.to.equal(null);
    return hash ?? '';
  }

  async function made(customer: Customer, type: Type, body: object): Promise<string> {
    const { id } = await accepted(customer, type, body);
    return hashResult(await suite.finished(customer, id));
  }

  for (const type of TYPES) {
    it(`yields the same content for the same ${type} request, and other content if the seed differs`, async () => {
      const customer = await customerOf(suite);
      const one = await made(customer, type, { seed: 7 });
      const same = await made(customer, type, { seed: 7 });
      const other = await made(customer, type, { seed: 8 });
      expect(one === same, 'the same seed').to.equal(true);
      expect(one === other, 'another seed').to.equal(false);
    });
  }

  it('reproduces the picture when a random seed is sent again', async () => {
    const customer = await customerOf(suite);
    const first = await accepted(customer, 'image');
    const done = await suite.finished(customer, first.id);
    const again = await made(customer, 'image', { seed: done.request.seed });
    expect(again).to.equal(await hashResult(done));
  });

  it('changes the picture of an edit that has no other source of randomness', async () => {
    const customer = await customerOf(suite);
    const scene = dataUrl(await picture(320, 320).png().toBuffer());
    const edit = { prompt: 'at night', edit: true, scene_image: scene };
    const [one, same, other] = [
      await made(customer, 'image', { ...edit, seed: 7 }),
      await made(customer, 'image', { ...edit, seed: 7 }),
      await made(customer, 'image', { ...edit, seed: 8 }),
    ];
    expect([one === same, one === other]).to.deep.equal([true, false]);
  });

  it('is null for a generation created before seeds existed, which still completes', async () => {
    const customer = await customerOf(suite);
    const { id } = await accepted(customer, 'image');
    await suite.db.query("UPDATE generation SET request = request - 'seed' WHERE id = $1", [id]);
    const done = await suite.finished(customer, id);
    expect(done.status, JSON.stringify(done.error)).to.equal('completed');
    expect(done.request).to.have.property('seed', null);
  });
});
