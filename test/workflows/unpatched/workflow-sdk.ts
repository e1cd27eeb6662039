import {
  patched as isPatched,
  workflowInfo as readInfo,
  type WorkflowInfo,
} from '@temporalio/workflow';

export * from '@temporalio/workflow';

/** How one patch of the workflow code is changed. */
export type PatchChange = 'removed' | 'unguarded' | 'renamed';

/**
 * Replaces the SDK's function in the workflow code of `unpatchedBundle`: the id of a replayed run
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
 * Replaces the SDK's function: the ID of a replayed run such as `ending 1` sets the version of its
 * end.
 */
export function workflowInfo(): WorkflowInfo {
  const info = readInfo();
  const [change, version] = info.workflowId.split(' ');
  if (change !== 'ending') return info;
  return { ...info, memo: { ...info.memo, endingVersion: Number(version) } };
}
