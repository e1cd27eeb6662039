import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { testServers } from '../../test/support/hooks.js';
import { QUIET } from '../../test/support/workers.js';

const noOps = { step: async () => undefined };

/** Workflow runs that do nothing, executed by separate workers next to ours. */
export class RawRuns {
  private serial = 0;

  private constructor(
    private readonly client: Client,
    private readonly workers: readonly Worker[],
    private readonly ended: Promise<unknown>,
    private readonly connection: NativeConnection,
  ) {}

  static async start(client: Client): Promise<RawRuns> {
    const { temporalAddress: address, temporalNamespace: namespace } = testServers();
    const connection = await NativeConnection.connect({ address });
    const workflowsPath = fileURLToPath(new URL('./raw-workflow.ts', import.meta.url));
    const at = { connection, namespace, activities: noOps };
    const workers = await Promise.all([
      Worker.create({
        ...at,
        taskQueue: 'bench',
        workflowBundle: await bundleWorkflowCode({ workflowsPath, logger: QUIET }),
      }),
      Worker.create({ ...at, taskQueue: 'bench-media' }),
    ]);
    const ended = Promise.all(workers.map((worker) => worker.run()));
    return new RawRuns(client, workers, ended, connection);
  }

  /** Executes one run from its start to its result. @returns the run's id */
  async one(): Promise<string> {
    this.serial += 1;
    const workflowId = `raw-${this.serial}`;
    await this.client.workflow.execute('rawImage', { workflowId, taskQueue: 'bench', args: [] });
    return workflowId;
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) worker.shutdown();
    await this.ended;
    await this.connection.close();
  }
}
