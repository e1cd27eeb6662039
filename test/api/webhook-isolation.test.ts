import { expect } from 'chai';
import { silence } from '../support/receiver.js';
import { webhookSuite } from './webhooks-rig.js';

const WAITING = 60;
const LIVING = 5;

describe('webhook endpoints beside one that never answers', () => {
  const suite = webhookSuite();

  it(`get their events while ${WAITING} of its deliveries wait, of which four are in flight`, async () => {
    const hung = await suite.customer();
    const dead = await suite.webhook(hung, '/dead', { reaction: silence });
    for (let count = 0; count < WAITING; count += 1) await suite.emit(hung);
    await suite.receiver.received('/dead', 4);
    const began = performance.now();
    for (let index = 0; index < LIVING; index += 1) {
      const customer = await suite.customer();
      await suite.webhook(customer, `/living${index}`);
      await suite.emit(customer);
      await suite.receiver.received(`/living${index}`, 1);
    }
    // The four have not even timed out: nobody has waited for them.
    expect(performance.now() - began).to.be.below(9_000);
    expect(suite.receiver.of('/dead')).to.have.length(4);
    const states = await suite.deliveries(hung, dead.id);
    expect(states.filter(({ attempts }) => attempts > 0)).to.deep.equal([]);
  });
});
