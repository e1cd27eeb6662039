import { expect } from 'chai';
import type { PortraitStudio } from '../../domain/ports/portraits.js';
import {
  CUSTOMISABLE_BASES,
  READY_PORTRAITS,
  type Customization,
} from '../../domain/catalogue/presets.js';
import type { CharacterBody } from '../../domain/contract/character.js';
import { picture } from '../media/inspection/samples.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { holdPreset, releaseAbandoned, releasePreset } from '../../domain/subjects/hold-preset.js';
import { authenticateKey } from '../support/authenticate-key.js';
import { until } from '../support/until.js';
import { drawHere } from '../support/portrait-runs.js';
import type { CallOptions } from '../support/client.js';
import type { Customer } from './suite.js';
import { CHARACTERS, Subjects } from './subjects-rig.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const APPEARANCE: Customization = {
  skin_tone: 'medium',
  hair_color: 'black',
  eye_color: 'green',
  body_type: 'slim',
  age_range: 'mature',
};

interface Presets {
  readonly object: string;
  readonly ready: readonly Record<string, unknown>[];
  readonly customizable: readonly Record<string, unknown>[];
}

const ready = READY_PORTRAITS[0] ?? expect.fail();
const base = CUSTOMISABLE_BASES[0] ?? expect.fail();

const post = ({ client }: Customer, body: object, options: CallOptions = {}) =>
  client.call<CharacterBody>('POST', '/v1/characters/preset', {
    body: { name: 'Ava', base_id: ready.base_id, ...body },
    ...options,
  });

/** Ids of the portraits that were ordered. */
const drawn: string[] = [];
/** Barriers that hold the portraits of a catalogue entry. The portraits of other entries are drawn immediately. */
const gates = new Map<string, Promise<void>>();
const sketcher = {
  waiting: 0,
  async draw(baseId: string) {
    drawn.push(baseId);
    await gates.get(baseId);
    return picture(40, 50).webp().toBuffer();
  },
} satisfies PortraitStudio;

const ordersOf = (baseId: string) => drawn.filter((id) => id === baseId).length;

/** Holds the portraits of a catalogue entry. */
function holdBack(baseId: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  gates.set(baseId, promise);
  return { open: () => resolve(), fail: () => reject(new Error('the brush broke')) };
}

describe('portraits of preset characters', () => {
  const suite = uploadSuite({ workers: null, change: (deps) => drawHere(deps) });
  const characters = new Subjects<CharacterBody>(suite, CHARACTERS);

  it('are listed with the specified fields and pictures that can be fetched', async () => {
    const customer = await suite.customer();
    const { body } = await customer.client.get<Presets>('/v1/characters/presets');
    expect(body).to.have.all.keys('object', 'ready', 'customizable');
    expect(body.object).to.equal('list');
    const common = ['base_id', 'name', 'gender', 'description', 'customizable'];
    const { publicUrl } = suite.api.deps.env;
    for (const row of body.ready) {
      expect(row).to.have.all.keys(...common, 'collection', 'image_url');
      expect(row).to.include({ customizable: false });
      const address = `${publicUrl}/media/presets/${String(row['base_id'])}.webp`;
      expect(row).to.include({ image_url: address });
    }
    const served = await suite.served(String(body.ready[0]?.['image_url']));
    expect([served.status, served.headers.get('content-type')]).to.deep.equal([200, 'image/webp']);
    await served.arrayBuffer();
    for (const row of body.customizable) {
      expect(row).to.have.all.keys(...common, 'defaults');
      expect(row['defaults']).to.have.all.keys(...Object.keys(APPEARANCE));
      expect(row).to.include({ customizable: true });
    }
    expect(body.ready.length).to.be.above(0);
    expect(body.customizable.length).to.be.above(0);
  });

  it('have paths that cannot be mistaken for character ids', async () => {
    const { client } = await suite.customer();
    const cases = [
      ['PATCH', 'presets', 'GET, HEAD'],
      ['DELETE', 'presets', 'GET, HEAD'],
      ['GET', 'preset', 'POST'],
      ['DELETE', 'preset', 'POST'],
    ] as const;
    for (const [method, path, allow] of cases) {
      const answer = await client.refused(method, `/v1/characters/${path}`);
      expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, allow]);
    }
  });

  it('become a described character immediately if they are ready-made, and customization is ignored', async () => {
    const customer = await suite.customer();
    const made = await post(customer, { customization: { hair_color: 'purple', hat: 1 } });
    expect(made.status, made.text).to.equal(201);
    const { id, images, created_at: at, ...rest } = made.body;
    expect(rest).to.deep.equal({
      object: 'character',
      name: 'Ava',
      gender: ready.gender,
      voice_key: null,
      type: 'preset',
      preset_base_id: ready.base_id,
      updated_at: at,
      analysis: { character_analysis: { detailed_description: ready.description } },
    });
    const own = await suite.servedBytes(images[0] ?? '');
    expect(own.equals(await suite.api.deps.portraits.draw(ready.base_id, null))).to.equal(true);
    expect((await characters.one(customer, 'GET', id)).text).to.equal(made.text);
    const starts = await suite.db.query('SELECT 1 FROM workflow_start WHERE account_id = $1', [
      customer.accountId,
    ]);
    expect(starts, 'the character needs no analysis').to.deep.equal([]);
  });

  it('are drawn and described as customized', async () => {
    const customer = await suite.customer();
    const order = { base_id: base.base_id, customization: APPEARANCE, voice_key: 'lena' };
    const made = await post(customer, order);
    expect(made.status, made.text).to.equal(201);
    expect(made.body).to.include({ voice_key: 'lena', gender: base.gender });
    const text = made.body.analysis?.character_analysis.detailed_description;
    expect(text).to.match(/medium skin, black hair, green eyes and a slim build/);
    const own = await suite.servedBytes(made.body.images[0] ?? '');
    const { portraits } = suite.api.deps;
    expect(own.equals(await portraits.draw(base.base_id, APPEARANCE))).to.equal(true);
    expect(own.equals(await portraits.draw(base.base_id, null))).to.equal(false);
  });
});

describe('POST /v1/characters/preset', () => {
  const suite = uploadSuite({
    workers: null,
    change: (deps) => drawHere(deps, sketcher),
  });
  const characters = new Subjects<CharacterBody>(suite, CHARACTERS);
  const balance = async ({ accountId }: Customer) => (await suite.footprint(accountId))['balance'];

  it('costs 2 credits, charged immediately, without using a job slot', async () => {
    const customer = await suite.customer({ credits: 10, raised: {}, plan: 'free' });
    await suite.queued(customer);
    await suite.queued(customer);
    expect((await post(customer, {})).status, 'both slots are in use').to.equal(201);
    const [row] = await suite.db.query(
      `SELECT sub::int, held_sub::int, active_jobs FROM account WHERE id = $1`,
      [customer.accountId],
    );
    expect(row).to.deep.equal({ sub: 4, held_sub: 4, active_jobs: 2 });
    const holds = await suite.db.query(
      `SELECT state, settled_sub::int FROM hold WHERE account_id = $1 AND ref_type = 'character'`,
      [customer.accountId],
    );
    expect(holds).to.deep.equal([{ state: 'settled', settled_sub: 2 }]);
  });

  const accountOf = async ({ accountId }: Customer) => {
    const [row] = await suite.db.query(
      'SELECT sub::int, held_sub::int, characters FROM account WHERE id = $1',
      [accountId],
    );
    return row;
  };

  it('holds credits and a slot while drawing, and returns both when drawing fails', async () => {
    const customer = await suite.customer({ credits: 10 });
    const [{ fail }, before] = [holdBack(ready.base_id), drawn.length];
    const answer = post(customer, {}, { idem: 'again' });
    await until('a portrait is ordered', async () => drawn.length > before);
    expect(await accountOf(customer)).to.deep.equal({ sub: 8, held_sub: 2, characters: 1 });
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
    fail();
    const refused = await answer;
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await accountOf(customer)).to.deep.equal({ sub: 10, held_sub: 0, characters: 0 });
    gates.clear();
    expect((await post(customer, {}, { idem: 'other' })).status).to.equal(201);
    expect(await accountOf(customer)).to.deep.equal({ sub: 8, held_sub: 0, characters: 1 });
  });

  it('draws two portraits per account at a time without delaying other accounts', async () => {
    const [many, one] = [await suite.customer(), await suite.customer()];
    const other = READY_PORTRAITS[1] ?? expect.fail();
    const [{ open }, before] = [holdBack(ready.base_id), ordersOf(ready.base_id)];
    const answers = Array.from({ length: 6 }, () => post(many, {}));
    await until('two portraits are ordered', async () => ordersOf(ready.base_id) >= before + 2);
    expect((await post(one, { base_id: other.base_id })).status).to.equal(201);
    expect(ordersOf(ready.base_id)).to.equal(before + 2);
    open();
    gates.clear();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).to.deep.equal(statuses.map(() => 201));
  });

  it('resumes an interrupted purchase on retry, and releases the credits of an abandoned purchase after 5 minutes', async () => {
    const { deps } = suite.api;
    const customer = await suite.customer({ credits: 10 });
    const known = await authenticateKey(suite.db, customer.apiKey);
    const { caller } = known ?? expect.fail('the key is not known');
    const claim = { accountId: customer.accountId, key: 'dead', fingerprint: 'same' };
    const order = { caller, claim, price: 2 };
    const hold = await holdPreset(deps, order);
    expect(await holdPreset(deps, order)).to.include(hold);
    await releaseAbandoned(suite.db);
    expect(await accountOf(customer), 'holds that are too new to release').to.include({
      held_sub: 2,
      characters: 1,
    });
    await suite.db.query(
      `UPDATE hold SET created_at = created_at - interval '6 minutes' WHERE id = $1`,
      [hold.id],
    );
    await releaseAbandoned(suite.db);
    expect(await accountOf(customer)).to.deep.equal({ sub: 10, held_sub: 0, characters: 0 });
    const next = await holdPreset(deps, order);
    expect(next.id).not.to.equal(hold.id);
    await releasePreset(deps, customer.accountId, next);
  });

  it('follows the price multiplier', async () => {
    const { computePresetCredits: presetCharacterCredits } =
      await import('../../domain/catalogue/price.js');
    expect([0.5, 1, 2, 2.5].map(presetCharacterCredits)).to.deep.equal([1, 1, 2, 3]);
  });

  it('reports all problems of a customization together, and charges nothing', async () => {
    const customer = await suite.customer();
    const at = (name: string) => `body.customization${name && `.${name}`}`;
    const cases: [unknown, string[]][] = [
      [undefined, [at('')]],
      [{}, Object.keys(APPEARANCE).map(at)],
      [{ ...APPEARANCE, hair_color: 'red', hat: 'yes' }, [at('hair_color'), at('hat')]],
      [{ ...APPEARANCE, skin_tone: 3, eye_color: null }, [at('skin_tone'), at('eye_color')]],
      ['brown', [at('')]],
    ];
    for (const [customization, paths] of cases) {
      const send = () => post(customer, { base_id: base.base_id, customization });
      const answer = await suite.leavesNothing(customer.accountId, send);
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer), answer.text).to.have.members(paths);
    }
    const red = { ...APPEARANCE, hair_color: 'red' };
    const answer = await post(customer, { base_id: base.base_id, customization: red });
    expect(errorOf(answer).message).to.include('must be one of black, brown, blonde');
  });

  it('reports an unknown base, a long name and an unknown voice together', async () => {
    const customer = await suite.customer();
    const bad = { base_id: 'ready_avaa', name: 'a'.repeat(21), voice_key: 'x' };
    const answer = await suite.leavesNothing(customer.accountId, () => post(customer, bad));
    expect(answer.status).to.equal(400);
    expect(pathsOf(answer)).to.have.members(['body.base_id', 'body.name', 'body.voice_key']);
    expect(answer.text).to.include('did you mean `ready_ava`?');
    expect((await post(customer, { name: 'a'.repeat(20) })).status).to.equal(201);
  });

  it('explains a refusal when the balance is empty, the cap is spent or the plan is full, and stores nothing', async () => {
    const poor = await suite.customer({ credits: 1 });
    const capped = await suite.customer({ monthlyCap: 1 });
    const full = await suite.customer({ plan: 'free', credits: 1 });
    await characters.made(full);
    const before = await characters.photos();
    const drawings = drawn.length;
    const expected: [Customer, number, string, object][] = [
      [poor, 402, 'INSUFFICIENT_CREDITS', { required: 2, available: 1, held: 0 }],
      [capped, 402, 'SPEND_CAP_REACHED', { required: 2, cap: 1, spent: 0 }],
      [full, 403, 'LIMIT_REACHED', { code: 'CHARACTER_LIMIT', limit: 1, plan: 'free' }],
    ];
    for (const [customer, status, code, details] of expected) {
      const answer = await suite.leavesNothing(customer.accountId, () => post(customer, {}));
      expect(answer.status, answer.text).to.equal(status);
      const { error } = answer.body as unknown as { error: { code: string; details: object } };
      expect(error.code).to.equal(code);
      expect(error.details).to.include(details);
    }
    expect(await characters.photos(), 'pictures').to.deep.equal(before);
    expect(drawn, 'portraits drawn without payment').to.have.length(drawings);
  });

  it('creates only as many characters as the balance can pay for in eight concurrent requests', async () => {
    const customer = await suite.customer({ credits: 5 });
    const before = await characters.photos();
    const orders = drawn.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(customer, {})));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(2);
    expect(answers.filter(({ status }) => status === 402)).to.have.length(6);
    expect(await balance(customer)).to.equal(1);
    expect(await characters.counter(customer)).to.equal(2);
    expect(drawn.length - orders, 'portraits that were ordered').to.equal(2);
    expect((await characters.photos()).length - before.length).to.equal(2);
  });

  it('creates and charges only as many characters as the plan allows in eight concurrent requests', async () => {
    const customer = await suite.customer({ credits: 50, plan: 'creator' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(customer, {})));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(3);
    expect(answers.filter(({ status }) => status === 403)).to.have.length(5);
    expect(await balance(customer)).to.equal(44);
    expect(await characters.counter(customer)).to.equal(3);
  });

  it('creates and charges once for the same key, even under five concurrent requests', async () => {
    const customer = await suite.customer({ credits: 50 });
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => post(customer, {}, { idem: 'one' })),
    );
    expect([...new Set(copies.map(({ status, text }) => `${status} ${text}`))]).to.have.length(1);
    expect(copies[0]?.status).to.equal(201);
    expect((await post(customer, {}, { idem: 'one' })).text).to.equal(copies[0]?.text);
    expect(await balance(customer)).to.equal(48);
    expect(await characters.list(customer)).to.have.length(1);
  });

  it('returns the same character to concurrent duplicates when only one slot and the price of one character remain', async () => {
    const customer = await suite.customer({ credits: 2, plan: 'free' });
    const copies = await Promise.all([1, 2, 3].map(() => post(customer, {}, { idem: 'one' })));
    expect(copies.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(await balance(customer)).to.equal(0);
  });

  it('sends credits.low once when the balance falls below 20', async () => {
    const customer = await suite.customer({ credits: 21 });
    for (const _ of [1, 2]) expect((await post(customer, {})).status).to.equal(201);
    const events = await suite.eventsOf(customer.accountId);
    expect(events.map(({ type }) => type)).to.deep.equal(['credits.low']);
    expect(JSON.parse(events[0]?.body ?? '').data).to.deep.equal({ balance: 19, threshold: 20 });
  });
});
