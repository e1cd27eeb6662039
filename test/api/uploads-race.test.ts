import { expect } from 'chai';
import pMap from 'p-map';
import type { FileCheck } from '../../domain/ports/file-check.js';
import { blackPng } from '../media/inspection/made.js';
import type { Customer } from './suite.js';
import { uploadSuite } from './uploads-rig.js';
import { sha256Of } from '../support/digest.js';

const ROUNDS = 200;
const CONCURRENT = 10;

describe('a PUT that races the check', () => {
  /** Hash of the checked file, by the key of its copy. */
  const checked = new Map<string, string>();
  const suite = uploadSuite({
    change: (deps) => {
      const { store, fileCheck } = deps;
      const object: FileCheck['object'] = async (key, size, type) => {
        const bytes = await store.get(key, 1_000_000);
        checked.set(key, bytes ? sha256Of(bytes) : 'gone');
        return fileCheck.object(key, size, type);
      };
      return { ...deps, fileCheck: { ...fileCheck, object } };
    },
  });
  const good = blackPng(300);
  const other = blackPng(301);
  const html = Buffer.from(`<script>${'x'.repeat(good.length)}</script>`);
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 5_000 } });
  });

  const inParallel = (rounds: number, round: (index: number) => Promise<void>) =>
    pMap(Array.from({ length: rounds }).keys(), round, { concurrency: CONCURRENT });

  it(`never swaps a checked file in ${ROUNDS} attempts: the API serves the file that was checked`, async () => {
    const outcomes = { ready: 0, refused: 0 };
    await inParallel(ROUNDS, async (index) => {
      const upload = await suite.signed(customer);
      await suite.put(upload, good);
      const swap = () => suite.put(upload, index % 4 < 2 ? html : other);
      const ask = () => suite.read(customer, upload.id);
      const order = index % 2 === 0 ? [ask, swap, swap] : [swap, ask, swap];
      await Promise.all(order.map((act) => act()));
      await swap();
      const answer = await suite.read(customer, upload.id);
      if (answer.status !== 200) {
        expect(answer.status, answer.text).to.equal(400);
        outcomes.refused += 1;
        return;
      }
      outcomes.ready += 1;
      const bytes = await suite.servedBytes(answer.body.url);
      const key = new URL(answer.body.url).pathname.slice('/media/'.length);
      expect(sha256Of(bytes), 'hash of the served file, compared to the checked file').to.equal(
        checked.get(key),
      );
      expect(sha256Of(bytes)).to.be.oneOf([sha256Of(good), sha256Of(other)]);
      expect(bytes.length).to.equal(answer.body.size);
    });
    expect(outcomes.ready + outcomes.refused).to.equal(ROUNDS);
    expect(outcomes.ready, 'rounds with a meaningful result').to.be.greaterThan(ROUNDS / 4);
  });

  it('keeps its file when a read arrives before the file', async () => {
    await inParallel(60, async (index) => {
      const upload = await suite.signed(customer);
      const ask = async () => (await suite.read(customer, upload.id)).status;
      const put = () => suite.put(upload, good);
      await Promise.all((index % 2 === 0 ? [ask, put, ask] : [put, ask]).map((act) => act()));
      expect((await suite.read(customer, upload.id)).status).to.equal(200);
    });
  });
});
