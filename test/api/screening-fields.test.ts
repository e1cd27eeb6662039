import { expect } from 'chai';
import { PROMPT_FIELDS } from '../../domain/screening/prompt-fields.js';
import { dataUrl } from '../support/data-url.js';
import { apiSuite, type Customer } from './suite.js';
import { photo } from './subjects-rig.js';

/** A forbidden word that is short enough for a tag. */
const WORD = 'lolicon';

/** Every field in the table, with a request that contains the field. */
describe('moderation of every field that becomes a prompt', () => {
  const suite = apiSuite();
  let customer: Customer;
  let image: string;
  before(async () => {
    customer = await suite.customer({ credits: 1_000, raised: { characters: 20, products: 20 } });
    image = dataUrl(await photo());
  });

  async function expectRefused(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    status = 422,
  ): Promise<void> {
    const answer = await suite.leavesNothing(customer.accountId, () =>
      customer.client.refused(method, path, { body }),
    );
    expect(answer.status, answer.text).to.equal(status);
    const { code, details } = answer.body.error;
    expect(status === 422 ? code : details?.['code']).to.equal('CONTENT_BLOCKED');
    expect(answer.text).not.to.include(WORD);
  }

  const OF_REQUEST: Record<(typeof PROMPT_FIELDS.request)[number], () => object> = {
    prompt: () => ({ prompt: WORD }),
    script: () => ({ prompt: 'a person', script: WORD }),
    'reference_images.*.tag': () => ({
      prompt: 'a red fox',
      reference_images: [{ image }, { tag: `@${WORD}`, image }],
    }),
  };
  for (const field of PROMPT_FIELDS.request) {
    it(`checks ${field} of an image, a video and their quotes`, async () => {
      const given = OF_REQUEST[field]();
      const video = { model: 'kling-3.0', ...given };
      if (field !== 'script') {
        await expectRefused('POST', '/v1/images', given);
        await expectRefused('POST', '/v1/quote', { type: 'image', ...given }, 400);
      }
      await expectRefused('POST', '/v1/videos', video);
      await expectRefused('POST', '/v1/quote', { type: 'video', ...video }, 400);
    });
  }

  it('rejects a combination of words in two fields, each of which is allowed alone', async () => {
    const tagged = (tag: string) => ({
      prompt: 'a naked person',
      reference_images: [{ tag, image }],
    });
    await expectRefused('POST', '/v1/images', tagged('@child'));
    const answer = await customer.client.image(tagged('@hat'));
    expect(answer.status, answer.text).to.equal(202);
  });

  const OF_SUBJECT: Record<(typeof PROMPT_FIELDS.subject)[number], readonly string[]> = {
    name: ['characters', 'products', 'characters/preset'],
    category: ['products'],
  };
  const bodyOf = (path: string) => ({
    name: 'Ava',
    ...(path === 'characters' && { gender: 'female' }),
    ...(path === 'characters/preset' ? { base_id: 'ready_ava' } : { images: [image] }),
  });
  for (const field of PROMPT_FIELDS.subject) {
    for (const path of OF_SUBJECT[field]) {
      it(`checks ${field} of POST /v1/${path}, and stores nothing, not even a photo`, async () => {
        const folders = ['characters/', 'products/', 'uploads/'];
        const count = async () => {
          const keys = await Promise.all(folders.map((folder) => keysBelow(folder)));
          return keys.flat().length;
        };
        const before = await count();
        await expectRefused('POST', `/v1/${path}`, { ...bodyOf(path), [field]: WORD });
        expect(await count()).to.equal(before);
      });
    }
  }

  for (const path of ['characters', 'products']) {
    it(`checks the name in PATCH /v1/${path}/{id}, but only after the id is found`, async () => {
      const made = await customer.client.call<{ id: string }>('POST', `/v1/${path}`, {
        body: bodyOf(path),
      });
      expect(made.status, made.text).to.equal(201);
      await expectRefused('PATCH', `/v1/${path}/${made.body.id}`, { name: WORD });
      const kept = await customer.client.get<{ name: string }>(`/v1/${path}/${made.body.id}`);
      expect(kept.body.name).to.equal('Ava');
      const unknown = await customer.client.refused('PATCH', `/v1/${path}/${'a'.repeat(20)}`, {
        body: { name: WORD },
      });
      expect(unknown.status).to.equal(404);
    });
  }

  const SEEN: Record<(typeof PROMPT_FIELDS.seen)[number], 'character' | 'product'> = {
    'analysis.character_analysis.detailed_description': 'character',
    'analysis.product_analysis.type': 'product',
    'analysis.product_analysis.detailed_description': 'product',
  };
  for (const field of PROMPT_FIELDS.seen) {
    it(`checks ${field} in each request that refers to it`, async () => {
      const kind = SEEN[field];
      const made = await customer.client.call<{ id: string }>('POST', `/v1/${kind}s`, {
        body: bodyOf(`${kind}s`),
      });
      const [, outer = '', inner = ''] = field.split('.');
      const analysis = {
        [outer]: { type: 'thing', detailed_description: 'x', [inner]: 'a child' },
      };
      const row = [made.body.id, JSON.stringify(analysis)];
      await suite.db.query(`UPDATE ${kind} SET analysis = $2 WHERE id = $1`, row);
      const named = { [`${kind}_id`]: made.body.id };
      await expectRefused('POST', '/v1/images', { prompt: 'in lingerie', ...named });
      const answer = await customer.client.image({ prompt: 'on a swing', ...named });
      expect(answer.status, answer.text).to.equal(202);
    });
  }

  const keysBelow = (folder: string) => suite.api.deps.store.list(folder, '', 1_000);
});
