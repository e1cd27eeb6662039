import type { Admin } from './open.js';

/**
 * Timeout for Temporal, short because operators use this command during incidents that Temporal may
 * have caused.
 */
const ANSWER_MS = 2_000;

/** State of a run in Temporal. `NOT_FOUND` means that it has not started, or is past retention. */
export interface WorkflowState {
  readonly status: string;
  readonly run_id: string | null;
  readonly events: number | null;
  readonly url: string | null;
}

/** Queries Temporal for a workflow; if Temporal does not respond, the status is `UNKNOWN`. */
export async function describeWorkflow(admin: Admin, id: string): Promise<WorkflowState> {
  // Imported lazily, because loading it takes longer than most commands run.
  const { createTemporal } = await import('../../runtime/temporal.js');
  const temporal = createTemporal(admin.env);
  try {
    const handle = temporal.client.workflow.getHandle(id);
    const run = await temporal.client.withDeadline(Date.now() + ANSWER_MS, () => handle.describe());
    return {
      status: run.status.name,
      run_id: run.runId,
      events: run.historyLength,
      url: buildWorkflowUrl(admin, id, run.runId),
    };
  } catch (error) {
    const missing = error instanceof Error && error.name === 'WorkflowNotFoundError';
    const status = missing ? 'NOT_FOUND' : `UNKNOWN: no answer at ${admin.env.temporalAddress}`;
    return { status, run_id: null, events: null, url: buildWorkflowUrl(admin, id) };
  } finally {
    await temporal.close();
  }
}

function buildWorkflowUrl({ temporalUiUrl, env }: Admin, id: string, runId = ''): string | null {
  if (!temporalUiUrl) return null;
  const path = [id, runId].filter(Boolean).join('/');
  return `${temporalUiUrl}/namespaces/${env.temporalNamespace}/workflows/${path}`;
}
