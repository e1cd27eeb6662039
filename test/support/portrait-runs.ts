import type { PortraitJob } from '../../domain/catalogue/runs.js';
import type { PortraitStudio } from '../../domain/ports/portraits.js';
import type { Deps } from '../../runtime/deps.js';

/** Draws portraits in this process instead of in a workflow run, for tests of the request. */
export function drawHere(deps: Deps, portraits: PortraitStudio = deps.portraits): Deps {
  const jobs = new Map<string, PortraitJob>();
  const done = new Map<string, Promise<PortraitJob>>();
  const draw = async (job: PortraitJob) => {
    await deps.store.put(job.key, await portraits.draw(job.baseId, job.look), 'image/webp');
    return job;
  };
  return {
    ...deps,
    async startWorkflow(start) {
      if (start.workflowType !== 'drawPortrait') return deps.startWorkflow(start);
      // Only the first start of a run counts.
      const [job] = start.args as [PortraitJob];
      if (!jobs.has(start.workflowId)) jobs.set(start.workflowId, job);
    },
    portraitRuns: {
      async waitForResult(workflowId) {
        const job = jobs.get(workflowId);
        if (!job) return 'no_answer';
        const drawn = done.get(workflowId) ?? draw(job);
        done.set(workflowId, drawn);
        return drawn.catch(() => 'failed' as const);
      },
    },
  };
}
