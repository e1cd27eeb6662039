import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startChild, type Restartable } from '../../supervisor/child.js';
import { makeRunFolder } from '../support/run-folder.js';

/** A program that runs until it is killed. */
const IDLE = 'setInterval(() => undefined, 60_000)';

describe('restarting a process', () => {
  const folder = makeRunFolder();
  const launched: ChildProcess[] = [];
  let child: Restartable;

  before(async () => {
    child = await startChild({
      name: 'idle',
      launch() {
        const one = spawn(process.execPath, ['-e', IDLE], { detached: true, stdio: 'pipe' });
        launched.push(one);
        return one;
      },
      probe: async () => launched.length > 0,
      startMs: 10_000,
      log: { output: () => undefined, notice: () => undefined },
      pidFile: join(folder, 'idle.pid'),
      marker: IDLE,
      graceMs: 5_000,
    });
  });

  after(async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts only one process for two concurrent calls', async () => {
    await Promise.all([child.restart(), child.restart()]);
    expect(launched).to.have.lengthOf(2);
    expect(launched[0]?.signalCode).to.equal('SIGKILL');
    expect(launched[1]?.exitCode).to.equal(null);
  });

  it('starts another process for a later call', async () => {
    await child.restart();
    expect(launched).to.have.lengthOf(3);
  });
});
