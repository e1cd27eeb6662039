import { expect } from 'chai';
import type { ImportDeps } from '../../domain/uploads/import-media.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { Upload } from '../../entities/upload.js';
import type { Customer } from '../api/suite.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';

/** Negative age limit, so that every object is old enough to be checked. */
const NO_DELAY_MS = -60_000;
describe('importMedia', () => {
  /** Number of transactions of which the last one commits but reports a failure; 0 for none. */
  let losing = 0;
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      const db = Object.create(deps.db) as ImportDeps['db'];
      db.transaction = async (work: unknown) => {
        const answer: unknown = await deps.db.transaction(work as () => Promise<unknown>);
        if (losing === 0) return answer as never;
        losing -= 1;
        if (losing > 0) return answer as never;
        throw connectionLost();
      };
      return { ...deps, db };
    },
  });
  const png = blackPng(64);
  const modes: Record<string, () => object> = {
    'a data URL': () => ({ data: dataUrl(png) }),
    'an https URL': () => ({ url: suite.publish(png) }),
  };

  /**
   * Expects that the customer has only this upload, which is stored as one object and counted once.
   */
  async function expectKeptOnce(customer: Customer, id: string): Promise<void> {
    const rows = await suite.db.manager.findBy(Upload, { accountId: customer.accountId });
    expect(rows.map((row) => row.id)).to.deep.equal([id]);
    expect(await suite.keys(`uploads/${id}/`)).to.deep.equal([rows[0]?.objectKey]);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  }

  for (const [mode, body] of Object.entries(modes)) {
    it(`keeps ${mode} if the response to the commit is lost, and the retry finds it`, async () => {
      const customer = await suite.customer();
      const ask = () => suite.create(customer, body(), { idem: 'lost' });
      // The first transaction counts the file, and the second one stores its key.
      losing = 2;
      const lost = await ask();
      expect(lost.status, lost.text).to.equal(503);
      const { accountId } = customer;
      const row = await suite.db.manager.findOneByOrFail(Upload, { accountId });
      expect(row.status, 'what was committed').to.equal('ready');
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      const again = await ask();
      expect(again.status, again.text).to.equal(201);
      expect(again.body.status).to.equal('ready');
      expect((await suite.servedBytes(again.body.url)).equals(png)).to.equal(true);
      await expectKeptOnce(customer, again.body.id);
    });

    it(`replaces an expired upload, or an unfinished row from an earlier version, for ${mode}`, async () => {
      const customer = await suite.customer();
      const ask = () => suite.create(customer, body(), { idem: 'old' });
      const first = await ask();
      for (const old of [`expires_at = now()`, `status = 'staging', object_key = NULL`]) {
        const { accountId } = customer;
        await suite.db.query(`UPDATE upload SET ${old} WHERE account_id = $1`, [accountId]);
        await suite.db.query('DELETE FROM idempotency_key WHERE account_id = $1', [accountId]);
        const again = await ask();
        expect(again.status, again.text).to.equal(201);
        expect(again.body.id).not.to.equal(first.body.id);
        expect((await suite.servedBytes(again.body.url)).equals(png)).to.equal(true);
      }
    });
  }
});

function connectionLost(): Error {
  return Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
}
