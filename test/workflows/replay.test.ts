import { readdir, readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import { expect } from 'chai';
import { SHAPES } from '../histories/shapes.js';
import { eventsIn, typesOf } from '../support/recorder.js';
import { quietRuntime, workflowBundle } from '../support/workers.js';

const FOLDER = new URL('../histories/', import.meta.url);

/** Runs like these are open in production. If one fails, change by `patched()`; never re-record. */
describe('recorded histories', () => {
  const files: string[] = [];
  const textOf = (file: string) => readFile(new URL(file, FOLDER), 'utf8');

  before(async () => {
    quietRuntime();
    await workflowBundle();
    files.push(...(await readdir(FOLDER)).filter((name) => name.endsWith('.json')));
  });

  it('there is one for every shape of control flow', () => {
    const shapes = new Set(files.map((file) => file.replace(/\.v\d+\.json$/, '')));
    expect([...shapes].toSorted()).to.deep.equal([...SHAPES].toSorted());
  });

  it('every one replays against the workflow code of the checkout', async () => {
    const problems: string[] = [];
    for (const file of files) {
      const history: unknown = JSON.parse(await textOf(file));
      await Worker.runReplayHistory(
        { workflowBundle: await workflowBundle() },
        history,
        file,
      ).catch((error: unknown) => problems.push(`${file}: ${String(error)}`));
    }
    expect(problems).to.deep.equal([]);
  });

  it('every one is a whole run, from its start to its end', async () => {
    for (const file of files) {
      const types = typesOf(eventsIn(await textOf(file)));
      expect(types[0], file).to.equal('WORKFLOW_EXECUTION_STARTED');
      expect(types.at(-1), file).to.equal('WORKFLOW_EXECUTION_COMPLETED');
    }
  });
});
