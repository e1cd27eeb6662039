import { readFile } from 'node:fs/promises';
import { DeterminismViolationError } from '@temporalio/workflow';
import { ReplayError, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { expect } from 'chai';
import { fileOf, type Shape } from '../histories/shapes.js';
import { failureOf } from '../support/failure.js';
import { eventsIn } from '../support/recorder.js';
import { quietRuntime, workflowBundle } from '../support/workers.js';
import { incompatibleBundle, unpatchedBundle } from './incompatible-bundle.js';
import type { PatchChange } from './unpatched/workflow-sdk.js';

type WorkflowName = keyof typeof import('../../workflows/index.js');

/** Recorded run of every workflow. Each workflow has an incompatible version in `incompatible/`. */
const RUNS: Readonly<Record<WorkflowName, Shape>> = {
  generateImage: 'success',
  generateVideo: 'video-success',
  generateSpeech: 'speech-success',
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
  resignLibrary: 'library-resigned',
};

interface PatchedRuns {
  /** Runs that were recorded with the patch. */
  readonly after: readonly URL[];
  /** Runs that passed the position of the patch before the patch existed. */
  readonly before?: readonly URL[];
}

/** Recorded runs by patch of the workflow code. */
const PATCHES: Readonly<Record<string, PatchedRuns>> = {
  'draft-after-look': { after: [fileOf('post-drafted-after-look')] },
  'prepare-again': {
    after: [
      fileOf('post-partial', 2),
      fileOf('post-drafted-after-refusal'),
      fileOf('post-drafted-after-look'),
    ],
    before: [fileOf('post-partial')],
  },
  'first-step-again': {
    after: [fileOf('worker-restarted', 2), fileOf('video-worker-restarted', 2)],
  },
};

/**
 * Recorded runs, each with a value of `ENDING_VERSION` that differs from the value at its start.
 */
const ENDINGS = [
  ['success.v2.json', 2],
  ['success.v3.json', 1],
  ['video-success.v3.json', 1],
  ['webhook-delivered.v2.json', 1],
  ['cancelled-while-queued.v2.json', 1],
  ['post-cancelled.v1.json', 2],
  ['post-cancelled.v2.json', 1],
  ['post-published.v2.json', 1],
  ['upload-finalised.v2.json', 1],
] as const;

/** A time after the end of every recorded run. */
const FAR = Date.UTC(2100, 0);
/**
 * Recorded runs, each with a `Cancel-After` time that differs from the time at its start; null for
 * no time.
 */
const CANCEL_TIMES = [
  [fileOf('cancel-after'), null],
  [fileOf('cancel-after'), 1],
  [fileOf('cancel-after-too-late'), null],
  [fileOf('cancel-after-before-start'), null],
  [fileOf('cancel-after-before-start'), FAR],
  [fileOf('cancel-after-unused'), null],
  [fileOf('success', 3), 1],
  [fileOf('video-success', 3), FAR],
] as const;

const textOf = (run: URL): Promise<string> => readFile(run, 'utf8');

/**
 * Replays a run with this code.
 * @returns the error
 */
async function replayFailure(
  code: WorkflowBundleOption,
  run: URL,
  id: string,
  change: (history: StartedHistory) => void = () => undefined,
): Promise<Error> {
  const history = JSON.parse(await textOf(run));
  change(history);
  return failureOf(Worker.runReplayHistory({ workflowBundle: code }, history, id));
}

/** A recorded history, of which only the first event has a type. */
interface StartedHistory {
  readonly events: readonly [
    { workflowExecutionStartedEventAttributes: { input: { payloads: [{ data: string }] } } },
  ];
}

/** Changes the time of `Cancel-After` in the input of a run. */
function changeCancelAt({ events: [started] }: StartedHistory, cancelAt: number | null): void {
  const [payload] = started.workflowExecutionStartedEventAttributes.input.payloads;
  const { cancelAt: _given, ...job } = JSON.parse(Buffer.from(payload.data, 'base64').toString());
  const changed = cancelAt === null ? job : { ...job, cancelAt };
  payload.data = Buffer.from(JSON.stringify(changed)).toString('base64');
}

function expectReplayError(run: URL, failure: Error): void {
  const isCaught = failure instanceof DeterminismViolationError || failure instanceof ReplayError;
  expect(isCaught, `${run.pathname}: ${String(failure)}`).to.equal(true);
  expect(String(failure)).to.match(/TMPRL1100|Replay failed due workflow task failure/);
}

/**
 * Expects that the replay of a run fails if a patch is changed. The SDK compares activities, timers
 * and patches, but gives the result of a local activity to any local activity in its position. In
 * that case, the workflow code fails on the result of another step.
 */
async function expectCaught(run: URL, change: PatchChange, patch: string): Promise<void> {
  expectReplayError(run, await replayFailure(await unpatchedBundle(), run, `${change} ${patch}`));
}

describe('replay of incompatible code', () => {
  before(quietRuntime);

  for (const [type, shape] of Object.entries(RUNS)) {
    it(`detects an incompatible ${type} as a determinism violation`, async () => {
      const [started] = eventsIn(await textOf(fileOf(shape)));
      expect(started?.['workflowExecutionStartedEventAttributes']).to.deep.include({
        workflowType: { name: type },
      });
      const failure = await replayFailure(await incompatibleBundle(), fileOf(shape), shape);
      expect(failure).to.be.instanceOf(DeterminismViolationError);
      expect(String(failure)).to.include('TMPRL1100');
    });
  }

  for (const [file, version] of ENDINGS) {
    it(`detects ${file} if the run ends as in version ${version}`, async () => {
      const run = new URL(`../histories/${file}`, import.meta.url);
      const failure = await replayFailure(await unpatchedBundle(), run, `ending ${version}`);
      expect(failure).to.be.instanceOf(DeterminismViolationError);
      expect(String(failure)).to.include('TMPRL1100');
    });
  }

  for (const [run, cancelAt] of CANCEL_TIMES) {
    const file = run.pathname.split('/').at(-1);
    it(`detects ${file} if Cancel-After is ${cancelAt ?? 'ignored'}`, async () => {
      const change = (history: StartedHistory) => changeCancelAt(history, cancelAt);
      expectReplayError(
        run,
        await replayFailure(await workflowBundle(), run, 'cancel-after', change),
      );
    });
  }

  for (const [patch, { after, before: earlier = [] }] of Object.entries(PATCHES)) {
    for (const change of ['removed', 'renamed', 'unguarded'] as const) {
      it(`detects runs with the patch ${patch} if the patch is ${change}`, async () => {
        for (const run of after) await expectCaught(run, change, patch);
      });
    }

    if (earlier.length > 0) {
      it(`detects runs from before the patch ${patch} if its code is unguarded`, async () => {
        for (const run of earlier) await expectCaught(run, 'unguarded', patch);
      });
    }

    it(`accepts runs with and without the patch ${patch} if the patch is unchanged`, async () => {
      const code = { workflowBundle: await unpatchedBundle() };
      for (const run of [...after, ...earlier]) {
        await Worker.runReplayHistory(code, JSON.parse(await textOf(run)), 'unchanged');
      }
    });
  }
});
