import { expect } from 'chai';
import { silence, slow, type Reaction } from '../support/receiver.js';
import { until } from '../support/until.js';
import { webhookSuite } from './webhooks-rig.js';

const DELIVERIES = 50;
const LIVING = 5;

describe('webhook endpoints that do not respond in time', () => {
  const suite = webhookSuite({ relay: true });

  const kinds: readonly (readonly [string, Reaction])[] = [
    ['never responds', silence],
    ['takes 11 s', slow(11_000)],
  ];
  for (const [index, [kind, reaction]] of kinds.entries()) {
    it(`get the first request of ${DELIVERIES} deliveries without delay, and do not delay other endpoints: endpoint that ${kind}`, async () => {
      const path = `/hangs${index}`;
      const hung = await suite.customer();
      const putOff = await suite.countPutOff();
      const { id } = await suite.webhook(hung, path, { reaction });
      await Promise.all(Array.from({ length: DELIVERIES }, () => suite.emit(hung)));
      for (let count = 0; count < LIVING; count += 1) {
        const customer = await suite.customer();
        await suite.webhook(customer, `/living${index}-${count}`);
        await suite.emit(customer);
        await suite.receiver.received(`/living${index}-${count}`, 1);
      }
      const arrived = () =>
        new Set(suite.receiver.of(path).map(({ headers }) => headers['service-delivery']));
      await until('the first request of every delivery has arrived', async () => {
        return arrived().size === DELIVERIES;
      });
      expect(await suite.countPutOff(), 'attempts that waited for a slot').to.equal(putOff);
      const shown = await until('every attempt is recorded', async () => {
        const rows = await suite.deliveries(hung, id);
        return rows.every(({ attempts }) => attempts >= 1) && rows;
      });
      expect(shown).to.have.length(DELIVERIES);
      for (const row of shown) {
        expect(row.status).to.be.oneOf(['pending', 'delivering']);
        expect(row).to.include({ last_error: 'timeout', last_status: null });
      }
      expect([...arrived()]).to.have.members(shown.map((row) => row.id));
    });
  }
});
