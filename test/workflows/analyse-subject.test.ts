import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { Description, VisionProvider } from '../../domain/ports/vision.js';
import { StorageUnavailable, type ObjectStore } from '../../domain/ports/object-store.js';
import type { MediaDeps } from '../../activities/media.js';
import {
  findPhotosToAnalyse,
  recordSubjectAnalysis,
} from '../../domain/subjects/subject-analysis.js';
import type { CharacterBody } from '../../domain/contract/character.js';
import type { ProductBody } from '../../domain/contract/product.js';
import { CHARACTERS, PRODUCTS, Subjects } from '../api/subjects-rig.js';
import { UploadSuite } from '../api/uploads-rig.js';
import { resultOf, clearText, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

const SEEN = { type: 'bottle', text: 'A tall zebrafinch-blue thing.' };

/** Creates a vision model that returns or throws these items, and then repeats the last one. */
function fakeVision(...answers: (Description | Error)[]) {
  const calls: { subject: string; images: readonly Buffer[] }[] = [];
  const vision: VisionProvider = {
    name: 'fake',
    // Each list of descriptions has its own version, so that no result of another list is cached.
    version: randomUUID(),
    async describe(subject, images) {
      const answer = answers[Math.min(calls.length, answers.length - 1)];
      calls.push({ subject, images });
      if (!answer || answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { calls, vision };
}

describe('analyseSubject', () => {
  const rig = replayRig();
  const suite = new UploadSuite();
  const characters = new Subjects<CharacterBody>(suite, CHARACTERS);
  const products = new Subjects<ProductBody>(suite, PRODUCTS);
  suite.api = usePlatform({ change: rig.watch });
  const start = workersOfEachTest(suite.api);
  const work = (mediaDeps: Partial<MediaDeps> = {}) => start({ mediaDeps });
  const idOf = ({ object, id }: CharacterBody | ProductBody) => `analysis-${object}-${id}`;
  const result = (subject: CharacterBody | ProductBody): Promise<unknown> =>
    resultOf(suite.api.deps, idOf(subject));
  const events = (subject: CharacterBody | ProductBody) =>
    eventsOf(suite.api.deps.temporal.client, idOf(subject));

  it('analyses all photos of a character and stores the result', async () => {
    const { calls, vision } = fakeVision(SEEN);
    await work({ vision });
    const customer = await suite.customer();
    const first = await characters.made(customer);
    const made = await characters.post(
      customer,
      CHARACTERS.body([first.images[0] ?? '', first.images[0] ?? '']),
    );
    expect(await result(made.body)).to.equal('analysed');
    const { body } = await characters.one(customer, 'GET', made.body.id);
    expect(body.analysis).to.deep.equal({
      character_analysis: { detailed_description: SEEN.text },
    });
    expect(body.updated_at).to.be.at.least(made.body.updated_at);
    expect(await result(first)).to.equal('analysed');
    const counts = calls.map(({ subject, images }) => `${subject} ${images.length}`);
    expect(counts).to.have.members(['character 1', 'character 2']);
  });

  it('stores the type of a product, or "product" if the model does not return a type', async () => {
    const customer = await suite.customer();
    const bottle = await products.made(customer);
    const workers = await work({ vision: fakeVision(SEEN).vision });
    expect(await result(bottle)).to.equal('analysed');
    const { body } = await products.one(customer, 'GET', bottle.id);
    expect(body.analysis).to.deep.equal({
      product_analysis: { type: 'bottle', detailed_description: SEEN.text },
    });
    await workers.stop();
    const thing = await products.made(customer);
    await work({ vision: fakeVision({ type: null, text: 'a\0b' }).vision });
    expect(await result(thing)).to.equal('analysed');
    const { analysis } = (await products.one(customer, 'GET', thing.id)).body;
    expect(analysis).to.deep.equal({
      product_analysis: { type: 'product', detailed_description: 'ab' },
    });
  });

  it('analyses both kinds of subject with the local model', async () => {
    await work();
    const customer = await suite.customer();
    const made = [await characters.made(customer), await products.made(customer)] as const;
    expect(await Promise.all(made.map(result))).to.deep.equal(['analysed', 'analysed']);
    const person = (await characters.one(customer, 'GET', made[0].id)).body.analysis;
    expect(person?.character_analysis.detailed_description).to.be.a('string').and.not.equal('');
    const item = (await products.one(customer, 'GET', made[1].id)).body.analysis;
    expect(item?.product_analysis.detailed_description).to.be.a('string').and.not.equal('');
  });

  it('keeps names, photos and results out of the history, which contains only the id', async () => {
    await work({ vision: fakeVision(SEEN).vision });
    const made = await characters.made(await suite.customer(), { name: 'Zanzibar' });
    await result(made);
    const recorded = await events(made);
    const text = clearText(recorded);
    expect(text).to.include(made.id);
    for (const secret of ['Zanzibar', 'zebrafinch', 'characters/']) {
      expect(text, secret).to.not.include(secret);
    }
    // The twelfth event records the outcome for operators.
    expect(recorded.length).to.be.at.most(12);
  });

  it('retries during an outage of the model or the store, after the requested delay', async () => {
    const away = [
      new ProviderFailure('rate_limited', 'slow down', 429, 20),
      new ProviderFailure('unavailable', 'away', 503, 20),
      new ProviderFailure('timeout', 'late', null, 20),
      new ProviderFailure('unavailable', 'away', 503, 20),
    ];
    const { calls, vision } = fakeVision(...away, SEEN);
    const { store } = suite.api.deps;
    let failures = 0;
    const get: ObjectStore['get'] = async (...args) => {
      if (failures++ === 0) throw new StorageUnavailable('away');
      return store.get(...args);
    };
    const made = await characters.made(await suite.customer());
    await work({ vision, store: { ...store, get } });
    const began = Date.now();
    expect(await result(made)).to.equal('analysed');
    expect(calls).to.have.length(5);
    // One wait lasts a second and four last 20 ms; the default waits are 1, 2, 4, 8 and 16 s.
    expect(Date.now() - began).to.be.below(20_000);
  });

  for (const kind of ['rejected', 'content_blocked'] as const) {
    it(`does not retry after ${kind}, and leaves the subject unchanged`, async () => {
      const { calls, vision } = fakeVision(new ProviderFailure(kind, 'no', 400));
      await work({ vision });
      const customer = await suite.customer();
      const made = await products.made(customer);
      expect(await result(made)).to.equal('given_up');
      expect(calls).to.have.length(1);
      expect((await products.one(customer, 'GET', made.id)).body).to.deep.equal(made);
    });
  }

  it('does nothing for a subject that was already deleted', async () => {
    const { calls, vision } = fakeVision(SEEN);
    const customer = await suite.customer();
    const made = await characters.made(customer);
    await characters.one(customer, 'DELETE', made.id);
    await work({ vision });
    expect(await result(made)).to.equal('nothing_to_do');
    expect(calls).to.deep.equal([]);
  });

  it('does not restore a subject that is deleted during the analysis', async () => {
    const customer = await suite.customer();
    const made = await characters.made(customer);
    const vision: VisionProvider = {
      name: 'fake',
      version: '1',
      async describe() {
        await characters.one(customer, 'DELETE', made.id);
        return SEEN;
      },
    };
    await work({ vision });
    expect(await result(made)).to.equal('nothing_to_do');
    expect((await characters.one(customer, 'GET', made.id)).status).to.equal(404);
  });

  it('is one activity, searchable by account, and ignores a second result', async () => {
    await work({ vision: fakeVision(SEEN).vision });
    const customer = await suite.customer();
    const made = await characters.made(customer);
    await result(made);
    const types = typesOf(await events(made));
    expect(types.filter((type) => type === 'ACTIVITY_TASK_SCHEDULED')).to.have.length(1);
    const { workflow } = suite.api.deps.temporal.client;
    const run = await workflow.getHandle(idOf(made)).describe();
    const attribute = run.typedSearchAttributes
      .getAll()
      .find(({ key }) => key.name === 'AccountId');
    expect(attribute?.value).to.equal(customer.accountId);
    const { db } = suite.api.deps;
    const job = { subject: 'character', id: made.id } as const;
    expect(await findPhotosToAnalyse(db, job)).to.equal(null);
    const another = { ...SEEN, text: 'another' };
    expect(await recordSubjectAnalysis(db, job, another, 'hash')).to.equal(false);
    const { analysis } = (await characters.one(customer, 'GET', made.id)).body;
    expect(analysis?.character_analysis.detailed_description).to.equal(SEEN.text);
  });
});
