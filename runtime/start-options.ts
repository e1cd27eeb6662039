import type { WorkflowStartOptions } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type SearchAttributePair,
} from '@temporalio/common';
import type { WorkflowToStart } from '../domain/durable/start-workflow.js';
import { PRIORITY, QUEUES } from '../domain/catalogue/queues.js';
import { ENDING_VERSION } from '../domain/catalogue/runs.js';

/** Returns a run's start options, which are the same for every caller. */
export function startOptions(start: WorkflowToStart): WorkflowStartOptions {
  const attributes = Object.entries(start.attributes).map(
    ([name, value]) =>
      ({
        key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
        value,
      }) satisfies SearchAttributePair,
  );
  return {
    workflowId: start.workflowId,
    taskQueue: QUEUES.orchestrator,
    args: [...start.args],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    staticSummary: start.summary,
    typedSearchAttributes: attributes,
    memo: { endingVersion: ENDING_VERSION },
    priority: { priorityKey: PRIORITY.waiting, fairnessKey: start.fairnessKey ?? start.accountId },
  };
}
