import { readFile } from 'node:fs/promises';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { expect } from 'chai';
import { fileOf, type Shape } from '../histories/shapes.js';
import { failureOf } from '../support/failure.js';
import { eventsIn } from '../support/recorder.js';
import { quietRuntime } from '../support/workers.js';
import { incompatibleBundle } from './incompatible-bundle.js';

type WorkflowName = keyof typeof import('../../workflows/index.js');

/** A recorded run of every workflow of the system; each has a twin in `incompatible/`. */
const RUNS: Readonly<Record<WorkflowName, Shape>> = {
  generateImage: 'success',
  generateVideo: 'video-success',
  finaliseUpload: 'upload-finalised',
  deliverWebhook: 'webhook-delivered',
  analyseSubject: 'subject-analysed',
  drawPortrait: 'portrait-drawn',
  publishPost: 'post-published',
  followPublication: 'post-followed',
  sweepUploads: 'uploads-swept',
  pruneWebhooks: 'webhooks-pruned',
  reconcile: 'rows-reconciled',
  pruneRequests: 'requests-pruned',
  refreshTokens: 'tokens-refreshed',
  chargeFees: 'fees-charged',
};

describe('replay, as a control of the control', () => {
  before(quietRuntime);

  for (const [type, shape] of Object.entries(RUNS)) {
    it(`an incompatible ${type} is caught as a determinism violation`, async () => {
      const json = await readFile(fileOf(shape), 'utf8');
      expect(eventsIn(json)[0]?.['workflowExecutionStartedEventAttributes']).to.deep.include({
        workflowType: { name: type },
      });
      const code = { workflowBundle: await incompatibleBundle() };
      const failure = await failureOf(Worker.runReplayHistory(code, JSON.parse(json), shape));
      expect(failure).to.be.instanceOf(DeterminismViolationError);
      expect(String(failure)).to.include('TMPRL1100');
    });
  }
});
