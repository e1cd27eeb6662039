import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { createUploadActivities } from '../../activities/uploads.js';
import { LOCAL_SOURCES } from '../../domain/catalogue/model-source.js';
import { uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { failureOf } from '../support/failure.js';
import { QUIET } from '../support/workers.js';
import { activityBench } from './bench.js';

/** Runs a step as the worker does that gets it after three others. */
function runFourth<T>(step: () => Promise<T>): Promise<T> {
  const info: Partial<Info> = {
    attempt: 4,
    heartbeatDetails: { lost: 2, counted: 2 },
    startToCloseTimeoutMs: 60_000,
    heartbeatTimeoutMs: 15_000,
  };
  return new MockActivityEnvironment(info, { logger: QUIET }).run(step);
}

describe('a generation whose step has stopped three workers', () => {
  const bench = activityBench();

  it('is not made by a fourth one, and what is made is not kept by it', async () => {
    const { id: generationId } = await bench.accept(await bench.customer());
    const [route] = LOCAL_SOURCES;
    if (!route) throw new Error('the renderer has no route');
    const media = bench.media();
    const steps = [
      () => media.generateImage({ generationId, route, attempt: 1 }),
      () => media.analyse({ generationId, stage: 'scene_analysis' }),
    ];
    for (const step of steps) {
      const failure = await failureOf(runFourth<unknown>(step));
      expect(failure).to.include({ type: 'WorkersLost', nonRetryable: true });
    }
    const asset = await bench.generate(generationId);
    if (!asset) throw new Error('it was not claimed');
    const kept = runFourth(() => media.keepOutput({ generationId, ...asset }));
    expect(await failureOf(kept)).to.include({ type: 'WorkersLost' });
  });
});

describe('an upload whose check has stopped three workers', () => {
  const suite = uploadSuite();

  it('is refused and forgotten; another file may come', async () => {
    const customer = await suite.customer();
    const upload = await suite.signed(customer);
    expect(await suite.put(upload, blackPng(8))).to.equal(200);
    const staged = await suite.stagingKey(upload.id);
    const uploads = createUploadActivities(suite.api.deps);
    const outcome = await runFourth(() => uploads.confirmUpload({ uploadId: upload.id }));
    expect(outcome).to.have.property('outcome', 'refused');
    expect(await suite.api.deps.store.stat(staged)).to.equal(null);
    expect(await suite.put(upload, blackPng(9))).to.equal(200);
    expect((await suite.read(customer, upload.id)).body.status).to.equal('ready');
  });
});
