import { expect } from 'chai';
import type { ImportDeps } from '../../domain/commands/import-media.js';
import { sweepUploads } from '../../domain/commands/sweep-uploads.js';
import { Upload } from '../../entities/upload.js';
import type { Customer } from '../api/suite.js';
import { dataUrl, uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../storage/inspection/made.js';

/** Everything counts as old. */
const AT_ONCE_MS = -60_000;
/** The two transactions of an import, in their order, and what its row says after each. */
const COMMITS = [
  { which: 'that counts the file', number: 1, status: 'staging' },
  { which: 'that keeps the file', number: 2, status: 'ready' },
];

describe('importMedia', () => {
  /** Which transaction from now on is carried out and then reported as failed; 0 for none. */
  let losing = 0;
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      const db = Object.create(deps.db) as ImportDeps['db'];
      db.transaction = async (work: unknown) => {
        const answer: unknown = await deps.db.transaction(work as () => Promise<unknown>);
        if (losing > 0 && (losing -= 1) === 0) throw connectionLost();
        return answer as never;
      };
      return { ...deps, db };
    },
  });
  const png = blackPng(64);
  const modes: Record<string, () => object> = {
    'a data URL': () => ({ data: dataUrl(png) }),
    'an https URL': () => ({ url: suite.publish(png) }),
  };

  /** The one upload of a customer, its only object, and what it counted. */
  async function expectKeptOnce(customer: Customer, id: string): Promise<void> {
    const rows = await suite.db.manager.findBy(Upload, { accountId: customer.accountId });
    expect(rows.map((row) => row.id)).to.deep.equal([id]);
    expect(await suite.keys(`uploads/${id}/`)).to.deep.equal([rows[0]?.objectKey]);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  }

  for (const [mode, body] of Object.entries(modes)) {
    for (const { which, number, status } of COMMITS) {
      it(`the answer of the commit ${which} is lost: ${mode} is kept, and its retry finds it`, async () => {
        const customer = await suite.customer();
        const ask = () => suite.create(customer, body(), { idem: 'lost' });
        losing = number;
        const lost = await ask();
        expect(lost.status, lost.text).to.equal(503);
        const { accountId } = customer;
        const row = await suite.db.manager.findOneByOrFail(Upload, { accountId });
        expect(row.status, 'what was committed').to.equal(status);
        await sweepUploads(suite.api.deps, AT_ONCE_MS);
        const again = await ask();
        expect(again.status, again.text).to.equal(201);
        expect(again.body.status).to.equal('ready');
        expect((await suite.servedBytes(again.body.url)).equals(png)).to.equal(true);
        await expectKeptOnce(customer, again.body.id);
      });
    }
  }
});

function connectionLost(): Error {
  return Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
}
