import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { expect } from 'chai';
import { newSubjectId } from '../../domain/contract/ids.js';
import type { SubjectJob } from '../../domain/catalogue/runs.js';
import type { MediaQueue } from '../../domain/catalogue/queues.js';
import { parseEnv } from '../../runtime/env.js';
import { listMediaWorkers } from '../../workers/media-workers.js';
import { commonOptions } from '../../workers/worker-options.js';
import { testEnv } from '../support/platform.js';
import { usePlatform } from '../support/use-platform.js';
import { quietRuntime } from '../support/workers.js';

const EARLIER = fileURLToPath(new URL('../workflows/earlier/index.ts', import.meta.url));

describe('the workers of a media process', () => {
  const api = usePlatform();
  const list = (extra: Record<string, string> = {}) =>
    listMediaWorkers(api.deps, parseEnv(testEnv(extra)));

  it('serve every queue, and only those that a process is told to', () => {
    const served = (queues: string) =>
      list({ WORKER_QUEUES: queues }).map(({ taskQueue }) => taskQueue);
    expect(served('')).to.deep.equal(['render', 'media', 'upstream', 'files']);
    expect(served('files,upstream')).to.deep.equal(['upstream', 'files']);
    expect(served('render')).to.deep.equal(['render', 'media']);
  });

  it('have slots of their own, so that nothing waits for a slot of what is dearer', () => {
    const slots: Record<MediaQueue, string> = { render: '3', upstream: '400', files: '5' };
    const found = list({
      RENDER_SLOTS: slots.render,
      UPSTREAM_SLOTS: slots.upstream,
      FILES_SLOTS: slots.files,
    });
    const fixed = found.map((own) => [own.taskQueue, own.maxConcurrentActivityTaskExecutions]);
    expect(fixed).to.deep.equal([
      ['render', 3],
      ['media', 3],
      ['upstream', undefined],
      ['files', 5],
    ]);
    const { tuner } = found.find(({ taskQueue }) => taskQueue === 'upstream') ?? {};
    expect(tuner).to.have.nested.include({
      'activityTaskSlotSupplier.minimumSlots': 20,
      'activityTaskSlotSupplier.maximumSlots': 400,
    });
  });

  describe('with steps of the code before', () => {
    const workers: Worker[] = [];
    const queue = `earlier-${randomUUID()}`;
    let connection: NativeConnection;
    let running: Promise<void>[];
    before(async () => {
      quietRuntime();
      const { env } = api.deps;
      connection = await NativeConnection.connect({ address: env.temporalAddress });
      const earlier = { taskQueue: queue, workflowsPath: EARLIER };
      const all: WorkerOptions[] = [earlier, ...list()];
      for (const own of all) {
        workers.push(await Worker.create({ ...commonOptions(env), connection, ...own }));
      }
      running = workers.map((worker) => worker.run());
    });
    after(async () => {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await connection.close();
    });

    it('take them from the queue on which it has left them', async () => {
      const job: SubjectJob = { subject: 'character', id: newSubjectId() };
      const { workflow } = api.deps.temporal.client;
      const outcome = await workflow.execute('analyseSubject', {
        workflowId: `earlier-${job.id}`,
        taskQueue: queue,
        args: [job],
      });
      expect(outcome).to.equal('nothing_to_do');
    });
  });
});
