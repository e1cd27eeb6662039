import { randomUUID } from 'node:crypto';
import { claimGeneration } from '../../domain/generations/advance-generation.js';
import type { ReconcileResult } from '../../domain/operator/reconcile.js';
import { QUEUES } from '../../domain/catalogue/queues.js';
import type { MediaActivities } from '../../activities/media.js';
import type { Deps } from '../../runtime/deps.js';
import { until } from '../support/until.js';
import { BEGUN } from '../support/begun.js';

type Round = Record<'generations' | 'deliveries' | 'uploads' | 'posts', ReconcileResult>;

/** Runs one reconciler round, started in the same way as by its schedule. */
export function reconcileOnce({ temporal }: Pick<Deps, 'temporal'>): Promise<Round | null> {
  return temporal.client.workflow.execute('reconcile', {
    workflowId: `reconcile-${randomUUID()}`,
    taskQueue: QUEUES.orchestrator,
  });
}

/** Makes generations older, so that a round checks them. */
export const ageGenerations = ({ db }: Pick<Deps, 'db'>, ids: readonly string[], minutes = 11) =>
  db.query(
    `UPDATE generation SET created_at = now() - $2 * interval '1 min', run_seen_at = NULL
     WHERE id = ANY($1)`,
    [ids, minutes],
  );

/** Makes deliveries overdue. */
export const ageDeliveries = ({ db }: Pick<Deps, 'db'>, ids: readonly string[]) =>
  db.query(
    `UPDATE webhook_delivery SET next_attempt_at = now() - interval '11 min' WHERE id = ANY($1)`,
    [ids],
  );

/** Moves the expiry of signed uploads into the past. */
export const ageUploads = ({ db }: Pick<Deps, 'db'>, ids: readonly string[]) =>
  db.query(`UPDATE upload SET upload_expires_at = now() - interval '11 min' WHERE id = ANY($1)`, [
    ids,
  ]);

type Step = keyof MediaActivities;

/** Media steps that a test can hold in the middle of a generation. */
export class HeldSteps {
  private wanted: Step | null = null;
  private readonly begun = new Set<string>();
  private readonly finished = new Set<string>();
  private gate = Promise.withResolvers<void>();

  /** Makes this step wait for `release`, in every generation from now on. */
  hold(step: Step): void {
    this.wanted = step;
  }

  release(): void {
    this.gate.resolve();
    this.gate = Promise.withResolvers();
    this.wanted = null;
  }

  reached(id: string): Promise<unknown> {
    return until(`${id} has reached its held step`, async () => this.begun.has(id));
  }

  left(id: string): Promise<unknown> {
    return until(`the held step of ${id} has ended`, async () => this.finished.has(id));
  }

  wrap(deps: Pick<Deps, 'db'>, real: MediaActivities): MediaActivities {
    const stop =
      <I extends { generationId: string }, R>(step: Step, run: (input: I) => Promise<R>) =>
      async (input: I): Promise<R> => {
        const id = input.generationId;
        if (this.wanted !== step) return run(input);
        // First claims the generation like the real step, then waits.
        await claimGeneration(deps.db, id, BEGUN);
        this.begun.add(id);
        await this.gate.promise;
        return run(input).finally(() => this.finished.add(id));
      };
    return {
      analyse: stop('analyse', (input) => real.analyse(input)),
      writePrompt: stop('writePrompt', (input) => real.writePrompt(input)),
      // Storing is a separate step, as it is for vendors, so that a test can hold a run in that
      // step.
      generateImage: stop('generateImage', (input) =>
        real.generateImage({ ...input, keep: false }),
      ),
      generateVideo: stop('generateVideo', (input) =>
        real.generateVideo({ ...input, keep: false }),
      ),
      syncLips: stop('syncLips', (input) => real.syncLips(input)),
      generateSpeech: stop('generateSpeech', (input) => real.generateSpeech(input)),
      keepOutput: stop('keepOutput', (input) => real.keepOutput(input)),
      keepVideo: stop('keepVideo', (input) => real.keepVideo(input)),
      keepSpeech: stop('keepSpeech', (input) => real.keepSpeech(input)),
    };
  }
}

/** Deletes a run in Temporal, as if Temporal had been restored from an older backup. */
export async function deleteRun({ temporal, env }: Deps, workflowId: string): Promise<void> {
  const handle = temporal.client.workflow.getHandle(workflowId);
  await temporal.client.workflowService.deleteWorkflowExecution({
    namespace: env.temporalNamespace,
    workflowExecution: { workflowId },
  });
  await until(`Temporal has deleted ${workflowId}`, () =>
    handle.describe().then(
      () => false,
      (error: Error) => error.name === 'WorkflowNotFoundError',
    ),
  );
}
