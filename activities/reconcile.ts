import { Context } from '@temporalio/activity';
import { reconcileRows, type Reconciled } from '../domain/operator/reconcile.js';
import type { ReconcileDeps as RowDeps } from '../domain/operator/reconcile-kind.js';
import { keepAlive } from './keep-alive.js';

export interface ReconcileDeps extends RowDeps {
  readonly env: { readonly reconcileAfterSeconds: number };
}

/** A round over the rows that are open for long. */
export function createReconcileActivities(deps: ReconcileDeps) {
  return {
    /** @returns by kind, what was done; null when Temporal did not know the run of this round */
    async reconcileRows(): Promise<Record<string, Reconciled> | null> {
      return keepAlive(async ({ signal }) => {
        if (!(await knowsThisRun(deps))) return null;
        return reconcileRows(deps, { afterSeconds: deps.env.reconcileAfterSeconds, signal });
      });
    },
  };
}

/**
 * A Temporal that does not know the run of this round is another one than that of the workers: its
 * answers about other runs would end work that is alive.
 */
async function knowsThisRun({ runs, log }: ReconcileDeps): Promise<boolean> {
  const workflowId = Context.current().info.workflowExecution?.workflowId ?? '';
  const [state] = await runs.statesOf([workflowId]);
  if (state === 'open') return true;
  log.warn({ workflowId, run: state }, 'Temporal does not know this round: nothing is decided');
  return false;
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
