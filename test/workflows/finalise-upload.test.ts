import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { StorageUnavailable, type ObjectStore } from '../../domain/ports/object-store.js';
import type { FileCheck } from '../../domain/ports/file-check.js';
import { Upload } from '../../entities/upload.js';
import { fileCheck as fileCheckPolicy } from '../../workflows/policies.js';
import type { MediaDeps } from '../../activities/media.js';
import { UploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { cancelInTemporal, closingOf, eventsOf, resultOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { startTimeSkipping, timeSkippingEnv } from '../support/time-skipping.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

const MINUTE_MS = 60_000;
const png = blackPng(64);

describe('finaliseUpload after the 15 minutes (time-skipping server)', () => {
  const rig = replayRig();
  const suite = new UploadSuite();
  let env: TestWorkflowEnvironment;
  suite.api = usePlatform({
    async env() {
      env = await startTimeSkipping();
      return timeSkippingEnv(env);
    },
    change: rig.watch,
    end: () => env.teardown(),
  });
  const start = workersOfEachTest(suite.api);

  const rowOf = (id: string) => suite.db.manager.findOneByOrFail(Upload, { id });
  // Starts workers after the PUT. The server never rewinds skipped time, so the URL of a later test
  // would expire immediately.
  const work = (mediaDeps: Partial<MediaDeps> = {}) => start({ mediaDeps });

  it('makes an uploaded file ready even if clients do not read it', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    await work();
    expect(await resultOf({ temporal: env }, upload.id)).to.equal('ready');
    expect(await rowOf(upload.id)).to.include({ status: 'ready', size: png.length });
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
    const timers = (await eventsOf(suite.api.deps.temporal.client, upload.id)).flatMap(
      (event) => (event['timerStartedEventAttributes'] as { startToFireTimeout: string }) ?? [],
    );
    const waited = Number.parseFloat(timers[0]?.startToFireTimeout ?? '');
    expect(waited * 1_000, 'the window and a minute').to.be.within(
      15 * MINUTE_MS,
      16 * MINUTE_MS + 1_000,
    );
    const read = await suite.read(customer, upload.id);
    expect(read.body.status, 'read after the run has ended').to.equal('ready');
  });

  it('drops an upload without a file, and a read then explains the next step', async () => {
    await work();
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    expect(await resultOf({ temporal: env }, upload.id)).to.equal('dropped');
    expect((await rowOf(upload.id)).status).to.equal('pending');
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: 0 });
    await suite.put(upload, png);
    const late = await suite.read(customer, upload.id);
    expect(late.status, late.text).to.equal(400);
    expect(late.text).to.include('Create a new upload');
  });

  it('drops an invalid upload and deletes its file', async () => {
    const upload = await suite.signed(await suite.customer());
    await suite.put(upload, Buffer.from('<html>'));
    await work();
    expect(await resultOf({ temporal: env }, upload.id)).to.equal('dropped');
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    expect(await suite.keys(`uploads/${upload.id}/`)).to.deep.equal([]);
  });

  it('drops an upload that exceeds the daily bytes, and deletes its file', async () => {
    const customer = await suite.customer({ plan: 'free' });
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    await suite.db.query('UPDATE daily_usage SET bytes = 1000000000 WHERE account_id = $1', [
      customer.accountId,
    ]);
    await work();
    expect(await resultOf({ temporal: env }, upload.id)).to.equal('dropped');
    expect(await suite.keys(`staging/${upload.id}/`)).to.deep.equal([]);
    expect((await rowOf(upload.id)).status).to.equal('pending');
  });

  it('repeats the check during an outage of the object store, and keeps the file', async () => {
    let failures = 0;
    const { store } = suite.api.deps;
    const copy: ObjectStore['copy'] = async (...args) => {
      if (failures++ < 2) throw new StorageUnavailable('copy: the store is away');
      return store.copy(...args);
    };
    const upload = await suite.signed(await suite.customer());
    await suite.put(upload, png);
    await work({ store: { ...store, copy } });
    expect(await resultOf({ temporal: env }, upload.id)).to.equal('ready');
    expect(failures).to.equal(3);
    expect(fileCheckPolicy.scheduleToCloseTimeout).to.equal('6h');
  });
});

describe('finaliseUpload with concurrent reads', () => {
  const rig = replayRig();
  const suite = new UploadSuite();
  suite.api = usePlatform({ change: rig.watch });
  const start = workersOfEachTest(suite.api);

  const events = (id: string) => eventsOf(suite.api.deps.temporal.client, id);
  const count = async (id: string, type: string) =>
    typesOf(await events(id)).filter((one) => one === type).length;
  const accepted = (id: string, questions: number) =>
    until(`${questions} updates are accepted`, async () =>
      count(id, 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED').then((taken) => taken >= questions),
    );

  /** Starts workers whose first check waits until the test releases it. */
  async function holdFirstCheck() {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { fileCheck } = suite.api.deps;
    let checks = 0;
    const object: FileCheck['object'] = async (...args) => {
      if (checks++ === 0) await held;
      return fileCheck.object(...args);
    };
    await start({ mediaDeps: { fileCheck: { ...fileCheck, object } } });
    const begun = () => until('the first check has begun', async () => checks > 0);
    return { letGo: () => letGo(), begun };
  }

  it('serves concurrent reads with a single check', async () => {
    const { letGo } = await holdFirstCheck();
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    const asked = Array.from({ length: 5 }, () => suite.read(customer, upload.id));
    // All reads concern the same file, so they share one update.
    await accepted(upload.id, 1);
    letGo();
    for (const answer of await Promise.all(asked)) expect(answer.body.status).to.equal('ready');
    await resultOf(suite.api.deps, upload.id);
    expect(await count(upload.id, 'ACTIVITY_TASK_SCHEDULED')).to.equal(1);
    expect(await count(upload.id, 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED')).to.equal(1);
    expect(await suite.counted(customer)).to.deep.equal({ files: 1, bytes: png.length });
  });

  it('checks the new file for reads that were waiting when the file was replaced', async () => {
    const { letGo, begun } = await holdFirstCheck();
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, Buffer.from('<html>'));
    const first = suite.read(customer, upload.id);
    await begun();
    await suite.put(upload, png);
    const joined = [suite.read(customer, upload.id), suite.read(customer, upload.id)];
    await accepted(upload.id, 2);
    letGo();
    for (const answer of await Promise.all(joined))
      expect(answer.status, answer.text).to.equal(200);
    const early = await first;
    expect(early.status, early.text).to.equal(400);
    await resultOf(suite.api.deps, upload.id);
    expect(await count(upload.id, 'ACTIVITY_TASK_SCHEDULED')).to.equal(2);
  });

  it('ends immediately if cancelled during a check, and responds to the waiting reads', async () => {
    const { letGo, begun } = await holdFirstCheck();
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    await suite.put(upload, png);
    const asked = suite.read(customer, upload.id);
    await begun();
    await cancelInTemporal(suite.api, upload);
    const closing = closingOf(suite.api.deps, upload.id).finally(letGo);
    expect(await closing).to.equal('CANCELED');
    expect(typesOf(await events(upload.id))).not.to.include('WORKFLOW_TASK_TIMED_OUT');
    const answer = await asked;
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include('Create a new upload');
  });
});
