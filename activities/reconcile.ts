import { Context } from '@temporalio/activity';
import { reconcileRows, type ReconcileResult } from '../domain/operator/reconcile.js';
import type { ReconcileDeps as RowDeps } from '../domain/operator/reconcile-kind.js';
import { keepAlive } from './keep-alive.js';

export interface ReconcileDeps extends RowDeps {
  readonly env: { readonly reconcileAfterSeconds: number };
}

/** Creates the step that runs one round over rows that have been open for a long time. */
export function createReconcileActivities(deps: ReconcileDeps) {
  return {
    /** @returns the number of actions by kind; null if Temporal does not know this round's run */
    async reconcileRows(): Promise<Record<string, ReconcileResult> | null> {
      return keepAlive(async ({ signal }) => {
        if (!(await isKnownRun(deps))) return null;
        return reconcileRows(deps, { afterSeconds: deps.env.reconcileAfterSeconds, signal });
      });
    },
  };
}

/**
 * If Temporal does not know this round's run, it is not our workers' server, and its reports about
 * other runs would end work that is alive.
 */
async function isKnownRun({ runs, log }: ReconcileDeps): Promise<boolean> {
  const workflowId = Context.current().info.workflowExecution?.workflowId ?? '';
  const [state] = await runs.readStates([workflowId]);
  if (state === 'open') return true;
  log.warn(
    { workflowId, run: state },
    'Temporal does not know the run of this reconcile round, so it may be another server: nothing was changed',
  );
  return false;
}

export type ReconcileActivities = ReturnType<typeof createReconcileActivities>;
