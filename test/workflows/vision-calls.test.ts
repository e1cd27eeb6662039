import { expect } from 'chai';
import type { VisionProvider } from '../../domain/ports/vision.js';
import type { CharacterBody } from '../../domain/contract/character.js';
import { countVisionCall, VISION_CALLS_PER_DAY } from '../../domain/subjects/vision-allowance.js';
import { CHARACTERS, photo, Subjects } from '../api/subjects-rig.js';
import type { Customer } from '../api/suite.js';
import { UploadSuite } from '../api/uploads-rig.js';
import { dataUrl } from '../support/data-url.js';
import { resultOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';

/** A vision model that counts its calls and returns a given text. */
const vision: VisionProvider & { calls: number; text: string } = {
  name: 'fake',
  version: '1',
  calls: 0,
  text: 'Somebody with a hat.',
  async describe() {
    vision.calls += 1;
    return { type: null, text: vision.text };
  },
};

describe('vision calls for characters', () => {
  const rig = replayRig();
  const suite = new UploadSuite();
  const characters = new Subjects<CharacterBody>(suite, CHARACTERS);
  suite.api = usePlatform({ change: rig.watch, workers: { mediaDeps: { vision } } });
  beforeEach(() => {
    Object.assign(vision, { version: '1', calls: 0, text: 'Somebody with a hat.' });
  });

  const customerOfMany = () => suite.customer({ raised: { characters: 20 } });

  /**
   * Creates a character with photos of these sizes, and waits for the analysis.
   * @returns its outcome
   */
  async function analyse(
    customer: Customer,
    ...sides: number[]
  ): Promise<[unknown, CharacterBody]> {
    const images = await Promise.all(sides.map(async (side) => dataUrl(await photo(side))));
    const made = await characters.post(customer, CHARACTERS.body(images));
    expect(made.status, made.text).to.equal(201);
    const outcome: unknown = await resultOf(suite.api.deps, `analysis-character-${made.body.id}`);
    return [outcome, (await characters.one(customer, 'GET', made.body.id)).body];
  }

  it('are made only once for the same photos of an account in the same order', async () => {
    const customer = await customerOfMany();
    const [, first] = await analyse(customer, 40, 50);
    vision.text = 'Somebody else.';
    const [outcome, second] = await analyse(customer, 40, 50);
    expect([outcome, vision.calls]).to.deep.equal(['analysed', 1]);
    expect(second.analysis).to.deep.equal(first.analysis);
    await analyse(customer, 50, 40);
    expect(vision.calls, 'another order').to.equal(2);
    await analyse(await customerOfMany(), 40, 50);
    expect(vision.calls, 'another account').to.equal(3);
  });

  it('are repeated if the model or the question has changed', async () => {
    const customer = await customerOfMany();
    await analyse(customer, 40);
    Object.assign(vision, { version: '2', text: 'Somebody with a beard.' });
    const [, second] = await analyse(customer, 40);
    expect(vision.calls).to.equal(2);
    expect(second.analysis?.character_analysis.detailed_description).to.include('beard');
  });

  it('stop at the daily allowance, and the character then works without a description', async () => {
    const customer = await customerOfMany();
    await suite.db.query(
      `INSERT INTO daily_usage (account_id, day, vision_calls)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)`,
      [customer.accountId, VISION_CALLS_PER_DAY - 1],
    );
    expect((await analyse(customer, 40))[0], 'the last').to.equal('analysed');
    const [outcome, character] = await analyse(customer, 41);
    expect([outcome, character.analysis, vision.calls]).to.deep.equal(['allowance_used', null, 1]);
    expect((await analyse(customer, 40))[0], 'a reused description costs nothing').to.equal(
      'analysed',
    );
    const body = { prompt: 'on a beach', character_id: character.id };
    expect((await customer.client.image(body)).status).to.equal(202);
  });

  it('are counted exactly under concurrent requests', async () => {
    const { accountId } = await suite.customer();
    const now = new Date(Date.UTC(2030, 0, 1));
    const asked = Array.from({ length: VISION_CALLS_PER_DAY + 20 }, () =>
      countVisionCall(suite.db, accountId, now),
    );
    const counted = (await Promise.all(asked)).filter((one) => one);
    expect(counted).to.have.length(VISION_CALLS_PER_DAY);
    const nextDay = new Date(Date.UTC(2030, 0, 2));
    expect(await countVisionCall(suite.db, accountId, nextDay)).to.equal(true);
  });

  it('do not store a forbidden description', async () => {
    vision.text = 'A naked child.';
    const [outcome, character] = await analyse(await customerOfMany(), 40);
    expect([outcome, character.analysis]).to.deep.equal(['given_up', null]);
  });
});
