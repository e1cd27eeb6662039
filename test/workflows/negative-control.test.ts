import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { expect } from 'chai';
import { fileOf } from '../histories/shapes.js';
import { eventsIn } from '../support/recorder.js';
import { quietRuntime } from '../support/workers.js';
import { failureOf } from '../support/failure.js';

const TYPE: keyof typeof import('./incompatible/index.js') = 'generateImage';

describe('replay, as a control of the control', () => {
  it('an incompatible generateImage is caught as a determinism violation', async () => {
    quietRuntime();
    const json = await readFile(fileOf('success'), 'utf8');
    expect(eventsIn(json)[0]?.['workflowExecutionStartedEventAttributes']).to.deep.include({
      workflowType: { name: TYPE },
    });
    const workflowsPath = fileURLToPath(new URL('./incompatible/index.ts', import.meta.url));
    const failure = await failureOf(
      Worker.runReplayHistory({ workflowsPath }, JSON.parse(json), 'success'),
    );
    expect(failure).to.be.instanceOf(DeterminismViolationError);
    expect(String(failure)).to.match(
      /generateImage.*keepOutput|keepOutput.*generateImage|TMPRL1100/s,
    );
  });
});
