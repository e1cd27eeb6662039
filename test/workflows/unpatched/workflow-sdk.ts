import {
  patched as isPatched,
  workflowInfo as readInfo,
  type WorkflowInfo,
} from '@temporalio/workflow';

export * from '@temporalio/workflow';

/** How a patch of the workflow code is changed. */
export type PatchChange = 'removed' | 'unguarded' | 'renamed';

/**
 * Replaces the SDK's function in the workflow code of `unpatchedBundle`. The id of a replayed run
 * names one patch and its change, such as `removed prepare-again`. All other patches are unchanged.
 */
export function patched(id: string): boolean {
  const [change, patch] = readInfo().workflowId.split(' ');
  if (patch !== id) return isPatched(id);
  switch (change as PatchChange) {
    case 'removed':
      return false;
    case 'unguarded':
      return true;
    case 'renamed':
      return isPatched(`${id}-renamed`);
  }
}

/**
 * Replaces the SDK's function: if the ID of a replayed run is `ending <n>`, sets `endingVersion` to
 * n in its memo.
 */
export function workflowInfo(): WorkflowInfo {
  const info = readInfo();
  const [change, version] = info.workflowId.split(' ');
  if (change !== 'ending') return info;
  return { ...info, memo: { ...info.memo, endingVersion: Number(version) } };
}
