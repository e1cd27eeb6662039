import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import { expect } from 'chai';
import { PINS, SHAPES } from '../histories/shapes.js';
import { eventsIn, typesOf } from '../support/recorder.js';
import { quietRuntime, workflowBundle } from '../support/workers.js';

const FOLDER = new URL('../histories/', import.meta.url);

/** Closing events of runs that end without a result. */
const ENDS: Readonly<Record<string, string>> = {
  'subject-operator-cancelled.v1.json': 'WORKFLOW_EXECUTION_CANCELED',
  'storage-stopped.v2.json': 'WORKFLOW_EXECUTION_FAILED',
  'post-cancelled.v1.json': 'WORKFLOW_EXECUTION_CANCELED',
  'post-continued.v1.json': 'WORKFLOW_EXECUTION_CONTINUED_AS_NEW',
  'post-failed.v1.json': 'WORKFLOW_EXECUTION_FAILED',
  'post-needs-login.v1.json': 'WORKFLOW_EXECUTION_FAILED',
  'post-operator-cancelled.v1.json': 'WORKFLOW_EXECUTION_CANCELED',
  'post-unknown.v1.json': 'WORKFLOW_EXECUTION_FAILED',
  'speech-blocked.v1.json': 'WORKFLOW_EXECUTION_FAILED',
  'webhook-dropped.v2.json': 'WORKFLOW_EXECUTION_CANCELED',
  'webhook-exhausted.v2.json': 'WORKFLOW_EXECUTION_FAILED',
  'upload-operator-cancelled.v1.json': 'WORKFLOW_EXECUTION_CANCELED',
  'upload-cancelled-in-check.v1.json': 'WORKFLOW_EXECUTION_CANCELED',
};

/**
 * Runs with these histories are open in production. If a replay fails, change the workflow with
 * `patched()`; never record again.
 */
describe('recorded workflow histories', () => {
  const files: string[] = [];
  const textOf = (file: string) => readFile(new URL(file, FOLDER), 'utf8');

  const hashOf = async (file: string) =>
    createHash('sha256')
      .update(await textOf(file))
      .digest('hex');

  before(async () => {
    quietRuntime();
    await workflowBundle();
    files.push(...(await readdir(FOLDER)).filter((name) => name.endsWith('.json')));
  });

  it('exist for every path of control flow', () => {
    const shapes = new Set(files.map((file) => file.replace(/\.v\d+\.json$/, '')));
    expect([...shapes].toSorted()).to.deep.equal([...SHAPES].toSorted());
  });

  it('all replay with the current workflow code', async () => {
    const problems: string[] = [];
    const code = { workflowBundle: await workflowBundle() };
    const histories = await Promise.all(
      files.map(async (file) => ({ workflowId: file, history: JSON.parse(await textOf(file)) })),
    );
    let replayed = 0;
    for await (const { workflowId, error } of Worker.runReplayHistories(code, histories)) {
      replayed += 1;
      if (error) problems.push(`${workflowId}: ${String(error)}`);
    }
    expect(replayed).to.equal(files.length);
    expect(problems).to.deep.equal([]);
  });

  it('are complete runs from start to end', async () => {
    for (const file of files) {
      const types = typesOf(eventsIn(await textOf(file)));
      expect(types[0], file).to.equal('WORKFLOW_EXECUTION_STARTED');
      expect(types.at(-1), file).to.equal(ENDS[file] ?? 'WORKFLOW_EXECUTION_COMPLETED');
    }
  });

  it('match their pinned hashes, so they are unchanged since they were recorded', async () => {
    const found = await Promise.all(files.map(async (file) => [file, await hashOf(file)]));
    const lines = (await readFile(PINS, 'utf8')).trim().split('\n');
    const pinned = lines.map((line) => line.split('  ').toReversed());
    expect(Object.fromEntries(found)).to.deep.equal(Object.fromEntries(pinned));
    expect(lines).to.have.length(files.length);
  });
});
