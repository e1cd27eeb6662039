import { request } from 'node:http';
import { expect } from 'chai';
import type { TurnQueue } from '../../domain/ports/turns.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { blackPng } from '../media/inspection/made.js';
import { Browser } from '../support/person.js';
import { startApi } from '../support/platform.js';
import { uploadSuite } from './uploads-rig.js';

const PICTURE = { name: 'photo.png', type: 'image/png', size: blackPng(8).length };
/** Requests cannot wait in these queues, so a refusal shows that all slots are in use. */
const LIMITS = { concurrent: 2, concurrentEach: 1, waiting: 0, waitingEach: 0, waitMs: 60_000 };

describe('request queues of upload boxes', () => {
  const suite = uploadSuite();

  /** Runs with an API whose queues the test observes. */
  async function use(boxVisits: TurnQueue, work: (url: string) => Promise<void>): Promise<void> {
    const narrow = await startApi({}, (deps) => ({ ...deps, boxVisits }));
    try {
      await work(narrow.url);
    } finally {
      await narrow.stop();
    }
  }

  it('let many visitors of one box wait without holding database connections', async () => {
    const customer = await suite.customer();
    const [crowded, other] = [await suite.box(customer), await suite.box(customer)];
    const queue = new FairQueue(LIMITS);
    await use(queue, async (url) => {
      const visitor = new Browser(url);
      const begin = (id: string) => visitor.call('POST', `/box/${id}/files`, { body: PICTURE });
      const turn = Promise.withResolvers<void>();
      const taken = queue.take(crowded.id, () => turn.promise);
      const answers = [await visitor.get(`/box/${crowded.id}/state`), await begin(crowded.id)];
      for (const { status, headers, text } of answers) {
        expect(status, text).to.equal(503);
        expect(headers.get('retry-after')).to.equal('2');
      }
      expect((await visitor.get(`/box/${other.id}/state`)).status).to.equal(200);
      expect((await begin(other.id)).status).to.equal(201);
      turn.resolve();
      await taken;
      expect((await begin(crowded.id)).status).to.equal(201);
    });
    expect(await suite.counted(customer)).to.deep.equal({ files: 2, bytes: 0 });
  });

  it('do not give a slot to a slow client while it is still sending', async () => {
    const box = await suite.box(await suite.customer());
    const queue = new FairQueue(LIMITS);
    const finished = Promise.withResolvers<void>();
    const watched: TurnQueue = {
      take: (owner, work) => queue.take(owner, work).finally(() => finished.resolve()),
    };
    await use(watched, async (url) => {
      const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
      const slow = request(`${url}/box/${box.id}/files`, { method: 'POST', headers });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        slow.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      });
      const body = JSON.stringify(PICTURE);
      slow.write(body.slice(0, 10));
      await finished.promise;
      expect((await new Browser(url).get(`/box/${box.id}/state`)).status).to.equal(200);
      slow.end(body.slice(10));
      expect(await answered).to.equal(201);
    });
  });
});
