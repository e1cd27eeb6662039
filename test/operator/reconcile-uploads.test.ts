import { expect } from 'chai';
import { startPending } from '../../domain/durable/relay-starts.js';
import { uploadWorkflow } from '../../domain/uploads/create-upload.js';
import { Upload } from '../../entities/upload.js';
import { uploadSuite, type SignedUpload } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { resultOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { ageUploads, deleteRun, reconcileOnce } from './reconcile-rig.js';

describe('a signed upload whose run is lost', () => {
  /** While true, the API does not start a run for a new upload; the test starts it. */
  let startsNothing = false;
  const suite = uploadSuite({
    change: (deps) => ({
      ...deps,
      startWorkflow: (start) =>
        startsNothing ? Promise.reject(new Error('not now')) : deps.startWorkflow(start),
    }),
  });
  afterEach(() => (startsNothing = false));
  const deps = () => suite.api.deps;
  const rowOf = (id: string) => suite.db.manager.findOneByOrFail(Upload, { id });

  async function arrived(): Promise<SignedUpload> {
    const upload = await suite.signed(await suite.customer());
    await suite.put(upload, blackPng(64));
    return upload;
  }

  async function relay(workflowId: string): Promise<void> {
    await until('the run is started', async () => {
      await suite.db.query(
        `UPDATE workflow_start SET next_try_at = now() - interval '1 s' WHERE workflow_id = $1`,
        [workflowId],
      );
      await startPending(deps());
      const left: unknown[] = await suite.db.query(
        'SELECT 1 FROM workflow_start WHERE workflow_id = $1',
        [workflowId],
      );
      return left.length === 0;
    });
  }

  it('is checked and becomes ready if Temporal does not know the run', async () => {
    const { id } = await arrived();
    await deleteRun(deps(), id);
    await ageUploads(deps(), [id]);
    await Promise.all([reconcileOnce(deps()), reconcileOnce(deps())]);
    await relay(id);
    expect(await resultOf(deps(), id)).to.equal('ready');
    expect((await rowOf(id)).status).to.equal('ready');
  });

  it('is checked by a second run and becomes ready if its first run was terminated', async () => {
    const { id } = await arrived();
    await deps().temporal.client.workflow.getHandle(id).terminate();
    await ageUploads(deps(), [id]);
    await Promise.all([reconcileOnce(deps()), reconcileOnce(deps())]);
    await relay(`${id}-again`);
    expect(await resultOf(deps(), `${id}-again`)).to.equal('ready');
    expect((await rowOf(id)).status).to.equal('ready');
  });

  it('is closed if a second run finds no file either', async () => {
    const { id } = await suite.signed(await suite.customer());
    await deps().temporal.client.workflow.getHandle(id).terminate();
    await ageUploads(deps(), [id]);
    await reconcileOnce(deps());
    await relay(`${id}-again`);
    expect(await resultOf(deps(), `${id}-again`)).to.equal('dropped');
    await reconcileOnce(deps());
    expect(await rowOf(id)).to.include({ status: 'pending', stagingKey: null });
  });

  it('is closed without another run if its run ended and found no file', async () => {
    startsNothing = true;
    const { id } = await suite.signed(await suite.customer());
    startsNothing = false;
    await ageUploads(deps(), [id]);
    await deps().temporal.startWorkflow(uploadWorkflow(await rowOf(id)));
    await suite.db.query('DELETE FROM workflow_start WHERE workflow_id = $1', [id]);
    expect(await resultOf(deps(), id)).to.equal('dropped');
    await reconcileOnce(deps());
    expect(await rowOf(id)).to.include({ status: 'pending', stagingKey: null });
  });

  it('stays unchanged while its run is alive', async () => {
    const { id } = await arrived();
    await ageUploads(deps(), [id]);
    await reconcileOnce(deps());
    const row = await rowOf(id);
    expect(row.status).to.equal('pending');
    expect(row.stagingKey).not.to.equal(null);
  });
});
