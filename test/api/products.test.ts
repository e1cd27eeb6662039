import { expect } from 'chai';
import type { ProductBody } from '../../domain/contract/product.js';
import { photo, PRODUCTS, Subjects } from './subjects-rig.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

describe('/v1/products', () => {
  const suite = uploadSuite({ workers: null });
  const products = new Subjects<ProductBody>(suite, PRODUCTS);

  it('returns a product with the specified fields free of charge, and starts its analysis', async () => {
    const customer = await suite.customer({ credits: 0 });
    const images = [dataUrl(await photo(32)), dataUrl(await photo(64))];
    const body = { name: 'Rose serum', category: 'skincare', images };
    const answer = await products.post(customer, body);
    expect(answer.status, answer.text).to.equal(201);
    const { id, images: urls, created_at: at, ...rest } = answer.body;
    expect(id).to.match(/^[a-z2-7]{20}$/);
    expect(urls).to.have.length(2);
    expect(rest).to.deep.equal({
      object: 'product',
      name: 'Rose serum',
      category: 'skincare',
      analysis: null,
      updated_at: at,
    });
    expect((await products.one(customer, 'GET', id)).text).to.equal(answer.text);
    expect((await suite.footprint(customer.accountId))['ledger_tx'], 'free').to.equal(0);
    const { workflow } = suite.api.deps.temporal.client;
    const handle = workflow.getHandle(`analysis-product-${id}`);
    expect((await handle.describe()).type).to.equal('analyseSubject');
    await handle.terminate();
  });

  it('accepts an optional category of up to a hundred characters', async () => {
    const customer = await suite.customer();
    expect(await products.made(customer)).to.include({ category: null });
    expect(await products.made(customer, { category: null })).to.include({ category: null });
    const category = 'é'.repeat(100);
    expect(await products.made(customer, { category })).to.include({ category });
    for (const wrong of ['', 'a'.repeat(101), 3]) {
      const body = { ...PRODUCTS.body([dataUrl(await photo())]), category: wrong };
      const answer = await products.post(customer, body);
      expect(answer.status, JSON.stringify(wrong)).to.equal(400);
      expect(pathsOf(answer)).to.deep.equal(['body.category']);
    }
  });

  it('changes only the name with PATCH', async () => {
    const customer = await suite.customer();
    const made = await products.made(customer, { category: 'food' });
    const body = { name: 'a'.repeat(40) };
    const answer = await products.one(customer, 'PATCH', made.id, { body });
    expect(answer.status, answer.text).to.equal(200);
    const { updated_at: updatedAt } = answer.body;
    expect(updatedAt).to.be.at.least(made.updated_at);
    expect(answer.body).to.deep.equal({ ...made, ...body, updated_at: updatedAt });
    expect((await products.one(customer, 'GET', made.id)).text).to.equal(answer.text);
    for (const wrong of [
      {},
      { name: ' ' },
      { name: 'a'.repeat(41) },
      { category: 'x', name: 'y' },
    ]) {
      const refused = await products.one(customer, 'PATCH', made.id, { body: wrong });
      expect(refused.status, refused.text).to.equal(400);
    }
  });

  it('keeps product ids and limits separate from characters', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const { id } = await products.made(customer);
    const body = { name: 'Ava', gender: 'female', images: [dataUrl(await photo())] };
    const character = await customer.client.call<{ id: string }>('POST', '/v1/characters', {
      body,
    });
    expect(character.status, character.text).to.equal(201);
    expect((await products.post(customer, PRODUCTS.body(body.images))).status).to.equal(403);
    expect((await products.one(customer, 'GET', character.body.id)).status).to.equal(404);
    const wrong = await customer.client.refused('GET', `/v1/characters/${id}`);
    expect(errorOf(wrong).code).to.equal('NOT_FOUND');
  });
});
