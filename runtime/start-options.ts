import type { WorkflowStartOptions } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type SearchAttributePair,
} from '@temporalio/common';
import type { WorkflowToStart } from '../domain/durable/start-workflow.js';
import { PRIORITY, QUEUES } from '../domain/catalogue/queues.js';
import { ENDING_VERSION } from '../domain/catalogue/runs.js';

/**
 * Returns a run's start options, which are the same for every caller.
 * @param publicUrl base URL of the dashboard that the run's details link to
 */
export function startOptions(start: WorkflowToStart, publicUrl: string): WorkflowStartOptions {
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
    staticDetails: describeLinks(start, publicUrl),
    typedSearchAttributes: attributes,
    memo: { endingVersion: ENDING_VERSION },
    priority: { priorityKey: PRIORITY.waiting, fairnessKey: start.fairnessKey ?? start.accountId },
  };
}

/** Builds the links of a run's details, as Markdown, which the Temporal UI renders. */
function describeLinks({ workflowId, accountId }: WorkflowToStart, publicUrl: string): string {
  const account = `[Account in the dashboard](${publicUrl}/app/admin/accounts/${accountId})`;
  if (!workflowId.startsWith('gen_')) return account;
  return `[Generation in the dashboard](${publicUrl}/app/library/${workflowId})\n\n${account}`;
}
