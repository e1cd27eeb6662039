import { expect } from 'chai';
import type { CharacterBody } from '../../domain/contract/character.js';
import { VOICE_KEYS } from '../../domain/catalogue/voices.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { CHARACTERS, photo, Subjects } from './subjects-rig.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

describe('/v1/characters', () => {
  const suite = uploadSuite({ workers: null });
  const characters = new Subjects<CharacterBody>(suite, CHARACTERS);
  let image: string;
  before(async () => {
    image = dataUrl(await photo());
  });

  it('returns a photo character with the specified fields and starts its analysis', async () => {
    const customer = await suite.customer({ credits: 0 });
    const body = { name: 'Ava', gender: 'female', images: [image], voice_key: 'grace' };
    const answer = await characters.post(customer, body);
    expect(answer.status, answer.text).to.equal(201);
    const { id, images, created_at: at, ...rest } = answer.body;
    expect(id).to.match(/^[a-z2-7]{20}$/);
    expect(images).to.have.length(1);
    expect(at).to.be.within(Date.now() - 60_000, Date.now());
    expect(rest).to.deep.equal({
      object: 'character',
      name: 'Ava',
      gender: 'female',
      voice_key: 'grace',
      type: 'photo',
      preset_base_id: null,
      analysis: null,
      updated_at: at,
    });
    expect((await characters.one(customer, 'GET', id)).text).to.equal(answer.text);
    expect((await suite.footprint(customer.accountId))['ledger_tx'], 'free').to.equal(0);
    const { workflow } = suite.api.deps.temporal.client;
    const run = await workflow.getHandle(`analysis-character-${id}`).describe();
    expect([run.type, run.status.name]).to.deep.equal(['analyseSubject', 'RUNNING']);
    expect(await run.staticSummary()).to.equal(`analysis · character · ${customer.accountId}`);
    await workflow.getHandle(run.workflowId).terminate();
  });

  it('creates a character while Temporal is down and queues its analysis in the outbox', async () => {
    const customer = await suite.customer();
    const { deps } = suite.api;
    const real = deps.startWorkflow;
    Object.assign(deps, { startWorkflow: () => Promise.reject(new Error('away')) });
    const { id } = await characters.made(customer).finally(() => {
      Object.assign(deps, { startWorkflow: real });
    });
    const workflowId = `analysis-character-${id}`;
    const row = await suite.db.manager.findOneBy(WorkflowStart, { workflowId });
    expect(row).to.deep.include({
      workflowType: 'analyseSubject',
      accountId: customer.accountId,
      args: [
        {
          subject: 'character',
          id,
        },
      ],
      attributes: { AccountId: customer.accountId },
    });
    await suite.db.manager.delete(WorkflowStart, { workflowId });
  });

  it('reports all problems of a body together, and lists the available voices', async () => {
    const customer = await suite.customer();
    const bad = { name: ' ', gender: 'other', images: [], voice_key: 'grase', age: 3 };
    const send = () => characters.post(customer, bad);
    const answer = await suite.leavesNothing(customer.accountId, send);
    expect(answer.status, answer.text).to.equal(400);
    expect(errorOf(answer).code).to.equal('VALIDATION_ERROR');
    expect(pathsOf(answer)).to.have.members([
      'body.name',
      'body.gender',
      'body.images',
      'body.voice_key',
      'body.age',
    ]);
    expect(answer.text).to.include(
      `must be one of ${VOICE_KEYS.join(', ')}, or the key of a cloned voice (\`vce_…\`), not \\"grase\\"; did you mean`,
    );
    const missing = await characters.post(customer, {});
    expect(pathsOf(missing)).to.have.members(['body.name', 'body.gender', 'body.images']);
  });

  it('uses the default voice, returned as null, if none is chosen', async () => {
    const customer = await suite.customer();
    expect(await characters.made(customer)).to.include({ voice_key: null });
    const standard = await characters.made(customer, { voice_key: 'standard' });
    expect(standard).to.include({ voice_key: 'standard' });
  });

  it('changes only the fields that PATCH contains', async () => {
    const customer = await suite.customer();
    const made = await characters.made(customer, { voice_key: 'miles' });
    const patch = async (body: object) => {
      const answer = await characters.one(customer, 'PATCH', made.id, { body });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.updated_at).to.be.at.least(made.updated_at);
      return { ...answer.body, updated_at: made.updated_at };
    };
    expect(await patch({ name: 'Eva' })).to.deep.equal({ ...made, name: 'Eva' });
    const reset = await patch({ voice_key: null });
    expect(reset).to.deep.equal({ ...made, name: 'Eva', voice_key: null });
    const both = await patch({ name: 'Ida', voice_key: 'lena' });
    expect(both).to.deep.equal({ ...made, name: 'Ida', voice_key: 'lena' });
    const kept = await characters.one(customer, 'GET', made.id);
    expect({ ...kept.body, updated_at: made.updated_at }).to.deep.equal(both);
  });

  it('requires a field in PATCH, and rejects unknown fields with a list of the valid fields', async () => {
    const customer = await suite.customer();
    const { id } = await characters.made(customer);
    const cases: [object, string, RegExp][] = [
      [{}, 'body', /must have at least one of name, voice_key/],
      [{ gender: 'male' }, 'body.gender', /not a known field/],
      [{ images: [image] }, 'body.images', /not a known field/],
      [{ name: 'a'.repeat(31) }, 'body.name', /at most 30/],
      [{ name: '\n' }, 'body.name', /must not be empty/],
      [{ voice_key: 'nobody' }, 'body.voice_key', /must be one of standard, .*, not "nobody"/],
    ];
    for (const [body, path, message] of cases) {
      const answer = await characters.one(customer, 'PATCH', id, { body });
      expect(answer.status, answer.text).to.equal(400);
      expect(pathsOf(answer), answer.text).to.deep.equal([path]);
      expect(errorOf(answer).message).to.match(message);
    }
  });

  it('replays the first response to a repeated PATCH, even after later changes', async () => {
    const customer = await suite.customer();
    const { id } = await characters.made(customer);
    const one = { body: { name: 'One' }, idem: 'one' };
    const duplicates = await Promise.all(
      [1, 2, 3].map(() => characters.one(customer, 'PATCH', id, one)),
    );
    expect(new Set(duplicates.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1);
    await characters.one(customer, 'PATCH', id, { body: { name: 'Two' } });
    const replayed = await characters.one(customer, 'PATCH', id, one);
    expect(replayed.text).to.equal(duplicates[0]?.text);
    expect((await characters.one(customer, 'GET', id)).body).to.include({ name: 'Two' });
  });

  it('keeps both changes if two concurrent requests change different fields', async () => {
    const customer = await suite.customer();
    const { id } = await characters.made(customer);
    await Promise.all([
      characters.one(customer, 'PATCH', id, { body: { name: 'Both' } }),
      characters.one(customer, 'PATCH', id, { body: { voice_key: 'wei' } }),
    ]);
    const { body } = await characters.one(customer, 'GET', id);
    expect(body).to.include({ name: 'Both', voice_key: 'wei' });
  });
});
