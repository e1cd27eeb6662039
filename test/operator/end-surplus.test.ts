import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { raiseLimit } from '../../domain/accounts/raise-limit.js';
import {
  endExcessItems,
  findExcessItems,
  type ExcessItems,
} from '../../domain/operator/end-surplus.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { uploadSuite } from '../api/uploads-rig.js';
import type { Customer } from '../api/suite.js';
import { blackPng } from '../media/inspection/made.js';
import { dataUrl } from '../support/data-url.js';
import { connect } from '../social/connected.js';
import { addEndpoint } from './endpoint.js';

describe('resources above the limits of a smaller plan', () => {
  const suite = uploadSuite({ workers: null });
  const png = dataUrl(blackPng(64));

  async function made({ client }: Customer, path: string, body: object): Promise<string> {
    const answer = await client.call<{ id: string }>('POST', path, { body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.id;
  }

  /** Creates three of each resource, oldest first. */
  async function full() {
    const customer = await suite.customer({ plan: 'agency', atPlanLimits: true });
    const keys = [customer.keyId];
    const ids: Record<'webhooks' | 'characters' | 'products', string[]> = {
      webhooks: [],
      characters: [],
      products: [],
    };
    for (const n of [1, 2, 3]) {
      if (n > 1) keys.push((await suite.key(customer.accountId)).keyId);
      ids.webhooks.push(await addEndpoint(suite, customer));
      const photo = { name: 'Mia', gender: 'female', images: [png] };
      ids.characters.push(await made(customer, '/v1/characters', photo));
      ids.products.push(await made(customer, '/v1/products', { name: 'Mug', images: [png] }));
    }
    return { customer, ids: { api_keys: keys, ...ids } };
  }

  const counters = async ({ accountId }: Customer) => {
    const [row] = await suite.db.query(
      `SELECT webhooks, characters, products, (SELECT count(*)::int FROM api_key
         WHERE account_id = $1 AND revoked_at IS NULL) AS api_keys FROM account WHERE id = $1`,
      [accountId],
    );
    return row;
  };
  const namesOf = (surplus: ExcessItems[]) =>
    Object.fromEntries(surplus.map(({ limit_name: name, ids }) => [name, ids]));

  it('are reported with count and ids, newest first, and stay unchanged', async () => {
    const { customer, ids } = await full();
    const before = await counters(customer);
    expect(await findExcessItems(suite.db.manager, customer.accountId)).to.deep.equal([]);
    await changePlan(suite.db.manager, customer.accountId, 'free');
    const surplus = await findExcessItems(suite.db.manager, customer.accountId);
    expect(surplus.map(({ count, limit }) => [count, limit])).to.deep.equal([
      [2, 1],
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    const newest = ([, second, third]: string[]) => [third, second];
    expect(namesOf(surplus)).to.deep.equal({
      api_keys: newest(ids.api_keys),
      webhooks: newest(ids.webhooks),
      characters: newest(ids.characters),
      products: newest(ids.products),
    });
    expect(await counters(customer)).to.deep.equal(before);
  });

  it('are ended once, newest first, with exact counters, while the oldest stay', async () => {
    const { customer, ids } = await full();
    const { accountId, client } = customer;
    await changePlan(suite.db.manager, accountId, 'creator');
    const ended = await endExcessItems(suite.db, accountId);
    expect(namesOf(ended)).to.deep.equal({
      api_keys: [ids.api_keys[2]],
      webhooks: [ids.webhooks[2]],
    });
    expect(await counters(customer)).to.deep.equal({
      webhooks: 2,
      characters: 3,
      products: 3,
      api_keys: 2,
    });
    await changePlan(suite.db.manager, accountId, 'free');
    await endExcessItems(suite.db, accountId);
    const one = { webhooks: 1, characters: 1, products: 1, api_keys: 1 };
    expect(await counters(customer)).to.deep.equal(one);
    expect((await client.get(`/v1/characters/${ids.characters[0]}`)).status).to.equal(200);
    expect((await client.get(`/v1/characters/${ids.characters[1]}`)).status).to.equal(404);
    expect((await client.get(`/v1/webhooks/${ids.webhooks[0]}`)).status).to.equal(200);
    expect(await endExcessItems(suite.db, accountId)).to.deep.equal([]);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });

  it('include a character together with its connected accounts, but not other accounts', async () => {
    const { customer, ids } = await full();
    const [oldest, newest] = [ids.characters[0], ids.characters[2]];
    await connect(suite.api.deps, customer, { characterId: oldest });
    await connect(suite.api.deps, customer, { characterId: newest });
    await changePlan(suite.db.manager, customer.accountId, 'free');
    const left = () =>
      suite.db.query('SELECT character_id FROM social_account WHERE account_id = $1', [
        customer.accountId,
      ]);
    expect(await left()).to.have.length(2);
    await endExcessItems(suite.db, customer.accountId);
    expect(await left()).to.deep.equal([{ character_id: oldest }]);
  });

  it('are ended only once when two operators run the command concurrently', async () => {
    const { customer } = await full();
    const { accountId } = customer;
    await changePlan(suite.db.manager, accountId, 'free');
    await Promise.all([1, 2, 3].map(() => endExcessItems(suite.db, accountId)));
    const one = { webhooks: 1, characters: 1, products: 1, api_keys: 1 };
    expect(await counters(customer)).to.deep.equal(one);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });

  it('are skipped if their counter is within the limit, while the remaining resources end', async () => {
    const { customer, ids } = await full();
    const { accountId } = customer;
    await changePlan(suite.db.manager, accountId, 'free');
    const count = (products: number) =>
      suite.db.query('UPDATE account SET products = $2 WHERE id = $1', [accountId, products]);
    await count(1);
    expect(namesOf(await endExcessItems(suite.db, accountId))).not.to.have.property('products');
    await count(3);
    expect(namesOf(await endExcessItems(suite.db, accountId))).to.deep.equal({
      products: [ids.products[2], ids.products[1]],
    });
  });

  it('do not include items within a raised limit', async () => {
    const { customer } = await full();
    const { accountId } = customer;
    await changePlan(suite.db.manager, accountId, 'free');
    await raiseLimit(suite.db.manager, accountId, 'characters', 3);
    await raiseLimit(suite.db.manager, accountId, 'api_keys', 2);
    const surplus = await findExcessItems(suite.db.manager, accountId);
    expect(surplus.map(({ limit_name: name, count }) => [name, count])).to.deep.equal([
      ['api_keys', 1],
      ['webhooks', 2],
      ['products', 2],
    ]);
  });
});
