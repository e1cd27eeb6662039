import { expect } from 'chai';
import { StorageUnavailable, type ObjectStore } from '../../domain/ports/object-store.js';
import { confirmUpload, type ConfirmDeps } from '../../domain/uploads/confirm-upload.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { Upload } from '../../entities/upload.js';
import { uploadSuite, type SignedUpload } from '../api/uploads-rig.js';
import type { Customer } from '../api/suite.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture } from '../media/inspection/samples.js';
import { failureOf } from '../support/failure.js';

/** Negative age limit, so that every object is old enough to be checked. */
const NO_DELAY_MS = -60_000;

class Killed extends Error {}

const killed = async (): Promise<never> => {
  throw new Killed('the worker was killed here');
};

/** Dependencies that stop working before, between or after the steps of the check. */
const DEATHS: Record<string, (deps: ConfirmDeps) => ConfirmDeps> = {
  'before the copy': (deps) => ({ ...deps, store: { ...deps.store, copy: killed } }),
  'between copy and check': (deps) => {
    const copy: ObjectStore['copy'] = async (...args) => {
      await deps.store.copy(...args);
      return killed();
    };
    return { ...deps, store: { ...deps.store, copy, remove: killed } };
  },
  'between check and commit': (deps) => {
    const object: ConfirmDeps['fileCheck']['object'] = async (...args) => {
      await deps.fileCheck.object(...args);
      return killed();
    };
    const fileCheck = { ...deps.fileCheck, object };
    return { ...deps, fileCheck, store: { ...deps.store, remove: killed } };
  },
  'between commit and cleanup': (deps) => ({ ...deps, store: { ...deps.store, remove: killed } }),
};

describe('confirmUpload', () => {
  const suite = uploadSuite({ workers: null });
  const png = blackPng(64);
  let customer: Customer;
  let upload: SignedUpload;
  beforeEach(async () => {
    customer = await suite.customer();
    upload = await suite.signed(customer);
    await suite.put(upload, png);
  });

  /** Expects one ready upload that was counted once, with a single object even after a sweep. */
  async function expectFinishedOnce(): Promise<void> {
    const row = await suite.db.manager.findOneByOrFail(Upload, { id: upload.id });
    expect(row).to.include({ status: 'ready', size: png.length });
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
    await sweepUploads(suite.api.deps, NO_DELAY_MS);
    expect(await suite.keys(`uploads/${upload.id}/`)).to.deep.equal([row.objectKey]);
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
  }

  for (const [when, dying] of Object.entries(DEATHS)) {
    it(`leaves one ready upload and no orphan if it is killed ${when} and then repeated`, async () => {
      const failure = await confirmUpload(dying(suite.api.deps), upload.id).catch(
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Killed);
      expect(await confirmUpload(suite.api.deps, upload.id)).to.deep.equal({ outcome: 'ready' });
      await expectFinishedOnce();
    });
  }

  it('keeps the stored file if the response to the commit is lost', async () => {
    const { deps } = suite.api;
    const db = Object.create(deps.db) as ConfirmDeps['db'];
    db.transaction = async (work: unknown) => {
      await deps.db.transaction(work as () => Promise<unknown>);
      return killed();
    };
    const failure = await confirmUpload({ ...deps, db }, upload.id).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(Killed);
    expect(await confirmUpload(deps, upload.id)).to.deep.equal({ outcome: 'ready' });
    await expectFinishedOnce();
  });

  it('finishes only once under eight concurrent checks', async () => {
    const check = () => confirmUpload(suite.api.deps, upload.id);
    const outcomes = await Promise.all(Array.from({ length: 8 }, check));
    for (const outcome of outcomes) {
      // A check that starts late does not find the staged file if another check has finished.
      expect(outcome.outcome).to.be.oneOf(['ready', 'refused']);
    }
    expect(await check()).to.deep.equal({ outcome: 'ready' });
    await expectFinishedOnce();
  });

  it('keeps a valid file that arrives while an invalid file is checked', async () => {
    await suite.put(upload, Buffer.from('<html>'));
    const { deps } = suite.api;
    const object: ConfirmDeps['fileCheck']['object'] = async (...args) => {
      const checked = await deps.fileCheck.object(...args);
      await suite.put(upload, png);
      return checked;
    };
    const busy = { ...deps, fileCheck: { ...deps.fileCheck, object } };
    expect((await confirmUpload(busy, upload.id)).outcome).to.equal('refused');
    expect(await confirmUpload(deps, upload.id)).to.deep.equal({ outcome: 'ready' });
    await expectFinishedOnce();
  });

  it('checks a file again if it is overwritten between the size check and the copy', async () => {
    const { deps } = suite.api;
    let overwrites = 0;
    const copy: ObjectStore['copy'] = async (...args) => {
      if (overwrites++ < 2) await suite.put(upload, blackPng(64 + overwrites));
      return deps.store.copy(...args);
    };
    await suite.put(upload, blackPng(99));
    const outcome = await confirmUpload({ ...deps, store: { ...deps.store, copy } }, upload.id);
    expect(outcome).to.deep.equal({ outcome: 'ready' });
    const row = await suite.db.manager.findOneByOrFail(Upload, { id: upload.id });
    expect(row.size).to.equal(blackPng(66).length);
  });

  it('never makes a copy ready if it differs from the checked file', async () => {
    const { deps } = suite.api;
    await suite.put(upload, fixture('still.heic'));
    const object: ConfirmDeps['fileCheck']['object'] = async (key, size, type) => {
      const checked = await deps.fileCheck.object(key, size, type);
      await deps.store.put(key, Buffer.from('<html>'), 'text/html');
      return checked;
    };
    const swapped = { ...deps, fileCheck: { ...deps.fileCheck, object } };
    const failure = await failureOf(confirmUpload(swapped, upload.id));
    expect(failure).to.be.instanceOf(StorageUnavailable);
    const row = await suite.db.manager.findOneByOrFail(Upload, { id: upload.id });
    expect(row).to.include({ status: 'pending', objectKey: null });
    expect(await confirmUpload(deps, upload.id), 'checked again').to.deep.equal({
      outcome: 'ready',
    });
  });

  it('does not make an upload ready if it expires during the check, and deletes the copy', async () => {
    const { deps } = suite.api;
    const object: ConfirmDeps['fileCheck']['object'] = async (...args) => {
      const checked = await deps.fileCheck.object(...args);
      await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [upload.id]);
      return checked;
    };
    const late = { ...deps, fileCheck: { ...deps.fileCheck, object } };
    expect((await confirmUpload(late, upload.id)).outcome).to.equal('refused');
    expect(await suite.keys(`uploads/${upload.id}/`)).to.deep.equal([]);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
  });
});
