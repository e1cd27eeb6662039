import { fileURLToPath } from 'node:url';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** One event of a recorded run, in protobuf's JSON form. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A run's history from Temporal, as JSON. Never with JSON.stringify, which loses 64-bit numbers.
 * Stack traces name files relative to the checkout.
 * @param runId absent for the newest run of the workflow
 */
export async function recordHistory(
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<string> {
  const json = historyToJSON(await client.workflow.getHandle(workflowId, runId).fetchHistory());
  return `${json.replaceAll(CHECKOUT, '')}\n`;
}

/**
 * The result of a run, once it has ended. Time-skipping servers skip waits only for the client of
 * their own environment.
 */
export function resultOf(
  { temporal }: { readonly temporal: { readonly client: Client } },
  workflowId: string,
): Promise<unknown> {
  return temporal.client.workflow.getHandle(workflowId).result();
}

/** Ends a run like an operator in the Temporal UI. */
export async function cancelInTemporal(
  { deps }: { readonly deps: { readonly temporal: { readonly client: Client } } },
  { id }: { readonly id: string },
): Promise<void> {
  await deps.temporal.client.workflow.getHandle(id).cancel();
}

/**
 * Returns how a run was closed: `COMPLETED` with its result, `FAILED` with the type of its failure,
 * or `CANCELED`.
 */
export async function closingOf(
  from: { readonly temporal: { readonly client: Client } },
  workflowId: string,
): Promise<string> {
  try {
    return `COMPLETED ${String(await resultOf(from, workflowId))}`;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const { cause } = error;
    if (cause instanceof CancelledFailure) return 'CANCELED';
    return `FAILED ${cause instanceof ApplicationFailure ? cause.type : String(cause)}`;
  }
}

/** The events of a run. */
export async function eventsOf(client: Client, workflowId: string): Promise<RecordedEvent[]> {
  return eventsIn(await recordHistory(client, workflowId));
}

export function eventsIn(json: string): RecordedEvent[] {
  return (JSON.parse(json) as { events: RecordedEvent[] }).events;
}

/** `EVENT_TYPE_TIMER_STARTED` as `TIMER_STARTED`. */
export function typesOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ eventType }) => eventType.replace('EVENT_TYPE_', ''));
}

/** Returns everything that a history contains in clear text: its JSON with decoded payloads. */
export function clearText(events: readonly RecordedEvent[]): string {
  return JSON.stringify(events, (key, value: unknown) =>
    key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value,
  );
}
