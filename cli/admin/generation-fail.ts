import { ACTIVE, failGeneration } from '../../domain/generations/advance-generation.js';
import { findStage } from '../../domain/generations/find-stage.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { buildWorkPath } from '../../domain/contract/work.js';
import { CLOSED_RUNS } from '../../domain/ports/runs.js';
import { Generation } from '../../entities/generation.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { UNCOUNTED, type Command } from './command.js';
import type { Admin } from './open.js';
import { describeWorkflow, type WorkflowState } from './workflow.js';

/** Ends and refunds a generation that has no run, without waiting for the reconciler. */
export const generationFail: Command = {
  name: 'generation fail',
  summary: 'Fail and refund a generation whose run is closed or missing; refused while it is open',
  args: ['GENERATION_ID'],
  async run(admin, input) {
    const row = await find(admin, input.arg('GENERATION_ID'));
    if (!ACTIVE.includes(row.status)) throw refuseEnded(row);
    const { id } = row;
    if (await admin.db.manager.existsBy(WorkflowStart, { workflowId: id })) {
      throw new Refusal('CONFLICT', {
        message: `Its run is not started yet: the relay starts it as soon as Temporal accepts it. To cancel it, call POST /v1/generations/${id}/cancel; \`generation show\` lists the reason for the wait under outbox.`,
      });
    }
    expectNoRun(admin, await describeWorkflow(admin, id));
    if (!(await fail(admin, row))) throw refuseEnded(await find(admin, id));
    const { status, refundedCredits } = await find(admin, id);
    return { data: { id, status, refunded_credits: refundedCredits } };
  },
};

async function find({ db }: Admin, id: string): Promise<Generation> {
  const row = await db.manager.findOneBy(Generation, { id });
  if (!row) throw new Refusal('NOT_FOUND', { message: `No generation ${id}.` });
  return row;
}

const refuseEnded = ({ status }: Generation): Refusal =>
  new Refusal('CONFLICT', { message: `The generation has ended: it is ${status}.` });

/** @throws {Refusal} CONFLICT while the run is open, UNAVAILABLE if Temporal does not respond */
function expectNoRun({ env }: Admin, { status, url }: WorkflowState): void {
  if (status in CLOSED_RUNS || status === 'NOT_FOUND') return;
  if (status.startsWith('UNKNOWN')) {
    throw new Refusal('UNAVAILABLE', {
      message: `Temporal does not answer for namespace ${env.temporalNamespace} at ${env.temporalAddress}, so the state of the run is unknown. Try again when it answers.`,
    });
  }
  const where = url ? `the Temporal UI (${url})` : 'the Temporal UI';
  throw new Refusal('CONFLICT', {
    message: `Its run is still open (${status}). Cancel it in ${where}, which fails and refunds the generation; or terminate it there and repeat this command.`,
  });
}

async function fail({ db, env }: Admin, row: Generation): Promise<boolean> {
  const { createLog } = await import('../../runtime/log.js');
  const deps = {
    db,
    log: createLog('admin', 'silent'),
    // Does not start the deliveries: the relay starts them within a few seconds.
    startWorkflow: () => Promise.reject(new Error('left to the relay')),
    mediaUrl: (key: string) => `${env.mediaBaseUrl}/${key}`,
    libraryUrl: (id: string) => `${env.publicUrl}/app/library/${id}`,
    generationUrl: (id: string) => env.publicUrl + buildWorkPath(id),
    pass: () => undefined,
    metrics: UNCOUNTED,
  };
  const { ended } = await failGeneration(
    deps,
    row.id,
    {
      code: 'UNKNOWN',
      message: 'An operator ended this generation. The price was refunded; try again later.',
    },
    {
      stage: findStage(row),
      resolution: 'stopped',
      status: null,
      message: 'An operator ended this generation. Stopped and refunded.',
    },
  );
  return ended !== null;
}
