import { expect } from 'chai';
import { listSteps, type StepFacts } from '../../web/src/pages/home/list-steps.js';

const NOTHING: StepFacts = {
  role: 'owner',
  operator: false,
  generations: [],
  keys: [],
  hasWebhook: false,
  hasMember: false,
};

const done = (facts: Partial<StepFacts>) =>
  listSteps({ ...NOTHING, ...facts }).flatMap(({ label, isDone }) => (isDone ? [label] : []));

describe('the first steps on the home page', () => {
  it('are open in a new account', () => {
    expect(done({})).to.deep.equal([]);
    expect(listSteps(NOTHING)).to.have.length(5);
  });

  it('are done one by one', () => {
    expect(done({ keys: [{ name: 'Web shop' }] })).to.deep.equal(['Create an API key']);
    expect(done({ hasWebhook: true })).to.deep.equal(['Receive events with a webhook']);
    expect(done({ hasMember: true })).to.deep.equal(['Invite your team']);
  });

  it('count a key only if a person has created and named it', () => {
    expect(done({ keys: [{ name: '' }] })).to.deep.equal([]);
    expect(done({ keys: [{ name: '' }, { name: 'Web shop' }] })).to.have.length(1);
  });

  it('count a provider only when it has made a result', () => {
    const image = 'Generate an image';
    expect(done({ generations: [{ simulated: null }] })).to.deep.equal([image]);
    expect(done({ generations: [{ simulated: true }] })).to.deep.equal([image]);
    expect(done({ generations: [{ simulated: true }, { simulated: false }] })).to.deep.equal([
      image,
      'Connect a provider',
    ]);
  });

  it('do not ask a developer to invite, because only owners may', () => {
    const labels = listSteps({ ...NOTHING, role: 'developer' }).map(({ label }) => label);
    expect(labels).to.have.length(4).and.not.include('Invite your team');
  });
});
