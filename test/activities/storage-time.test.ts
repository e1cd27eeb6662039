import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { SLACK_MS } from '../../activities/keep-alive.js';
import { createUploadActivities } from '../../activities/uploads.js';
import type { FileCheck } from '../../domain/ports/file-check.js';
import type { ObjectStore } from '../../domain/ports/object-store.js';
import { uploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { failureOf } from '../support/failure.js';
import { QUIET } from '../support/workers.js';
import { activityBench } from './bench.js';

/** Runs a step whose time limit expires almost immediately. */
function runOut(step: () => Promise<unknown>): Promise<Error> {
  const time = { startToCloseTimeoutMs: SLACK_MS + 500 };
  return failureOf(new MockActivityEnvironment(time, { logger: QUIET }).run(step));
}

/** Waits until the signal, which is the last argument, aborts. */
function hang(...args: readonly unknown[]): Promise<never> {
  const signal = args.at(-1);
  return new Promise((_, reject) => {
    if (!(signal instanceof AbortSignal)) return;
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });
}

const HANGING = ['get', 'put'] as const satisfies (keyof ObjectStore)[];

describe('the time limit of a step that stores files', () => {
  const bench = activityBench();

  for (const method of HANGING) {
    it(`makes the workflow store the file again, without generating it again, if it expires during ${method}`, async () => {
      const { id } = await bench.accept(await bench.customer());
      const asset = await bench.generate(id);
      if (!asset) throw new Error('it was not claimed');
      const store = { ...bench.deps.store, [method]: hang };
      const input = { generationId: id, ...asset };
      const failure = await runOut(() => bench.media({ store }).keepOutput(input));
      expect(failure).to.be.instanceOf(ApplicationFailure);
      expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: true });
      await bench.run(() => bench.media().keepOutput(input));
      expect(await bench.objects(`outputs/${id}/`)).to.have.length(2);
    });
  }

  it('also ends a step that is inspecting a clip', async () => {
    const { id } = await bench.accept(await bench.customer());
    const asset = await bench.generate(id);
    if (!asset) throw new Error('it was not claimed');
    const object = hang as FileCheck['object'];
    const fileCheck = { ...bench.deps.fileCheck, object };
    const input = { generationId: id, ...asset, frame: null };
    const failure = await runOut(() => bench.media({ fileCheck }).keepVideo(input));
    expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: true });
  });
});

describe('the time limit of an upload check', () => {
  const suite = uploadSuite({ workers: null });
  const png = blackPng(64);

  for (const part of ['copy', 'object'] as const) {
    it(`makes Temporal retry the check and keeps the file if it expires during ${part}`, async () => {
      const upload = await suite.signed(await suite.customer());
      await suite.put(upload, png);
      const { deps } = suite.api;
      const held = {
        ...deps,
        ...(part === 'copy'
          ? { store: { ...deps.store, copy: hang } }
          : { fileCheck: { ...deps.fileCheck, object: hang } }),
      };
      const failure = await runOut(() =>
        createUploadActivities(held).confirmUpload({ uploadId: upload.id }),
      );
      expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: false });
      const outcome = await new MockActivityEnvironment(
        { startToCloseTimeoutMs: 300_000 },
        { logger: QUIET },
      ).run(() => createUploadActivities(deps).confirmUpload({ uploadId: upload.id }));
      expect(outcome).to.deep.equal({ outcome: 'ready' });
    });
  }
});
