import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { OBJECT_KINDS } from '../../domain/catalogue/object-kinds.js';
import { saveSweepCursor } from '../../domain/durable/sweep-place.js';
import { sweepOutputs } from '../../domain/generations/sweep-outputs.js';
import { apiSuite } from '../api/suite.js';

/** Negative age limit, so that every object is old enough to be checked. */
const NO_DELAY_MS = -60_000;
const secret = () => randomBytes(16).toString('hex');

describe('sweepOutputs', () => {
  const suite = apiSuite();
  const stat = (key: string) => suite.api.deps.store.stat(key);

  async function orphan(generation = secret()): Promise<string> {
    const key = `outputs/gen_${generation}/${secret()}.webp`;
    await suite.api.deps.store.put(key, Buffer.from('webp'), 'image/webp');
    return key;
  }

  /**
   * Sweeps until every object has been checked.
   * @returns the number of removed objects in each call
   */
  async function whole(pageLength: number): Promise<number[]> {
    const removed: number[] = [];
    do removed.push(await sweepOutputs(suite.api.deps, { strayAfterMs: NO_DELAY_MS, pageLength }));
    while ((await suite.db.query(`SELECT 1 FROM sweep_place WHERE last_key <> ''`)).length > 0);
    return removed;
  }

  it('deletes files without a generation, and keeps all others', async () => {
    const customer = await suite.customer();
    const kept = await suite.complete(await suite.queued(customer));
    const orphans = [await orphan(), await orphan()];
    expect(await sweepOutputs(suite.api.deps), 'new objects are kept').to.equal(0);
    await whole(500);
    for (const key of orphans) expect(await stat(key), key).to.equal(null);
    for (const key of kept) expect(await stat(key), key).not.to.equal(null);
  });

  it('checks a limited number of objects per call, and resumes where it stopped', async () => {
    const orphans = await Promise.all(Array.from({ length: 10 }, () => orphan('f'.repeat(32))));
    // Start before these objects, because other suites left many in the store.
    const { prefix } = OBJECT_KINDS.output;
    await saveSweepCursor(suite.db, prefix, `${prefix}gen_${'f'.repeat(31)}`);
    const removed = await whole(1);
    expect(removed.length, 'calls').to.be.above(2);
    expect(Math.max(...removed)).to.be.at.most(4);
    for (const key of orphans) expect(await stat(key), key).to.equal(null);
  });
});
