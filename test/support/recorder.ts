import { fileURLToPath } from 'node:url';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** Event of a recorded run, in the JSON format of protobuf. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Reads the history of a run from Temporal, as JSON, with file names relative to the checkout. Does
 * not use JSON.stringify, which loses precision in 64-bit numbers.
 * @param runId by default the newest run of the workflow
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
 * Waits until a run has ended, and returns its result. A time-skipping server skips waits only for
 * the client of its own test environment.
 */
export function resultOf(
  { temporal }: { readonly temporal: { readonly client: Client } },
  workflowId: string,
): Promise<unknown> {
  return temporal.client.workflow.getHandle(workflowId).result();
}

/** Cancels a run like an operator in the Temporal UI. */
export async function cancelInTemporal(
  { deps }: { readonly deps: { readonly temporal: { readonly client: Client } } },
  { id }: { readonly id: string },
): Promise<void> {
  await deps.temporal.client.workflow.getHandle(id).cancel();
}

/**
 * Describes how a run was closed: `COMPLETED` with its result, `FAILED` with the type of its
 * failure, or `CANCELED`.
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

/** Reads the events of a run. */
export async function eventsOf(client: Client, workflowId: string): Promise<RecordedEvent[]> {
  return eventsIn(await recordHistory(client, workflowId));
}

export function eventsIn(json: string): RecordedEvent[] {
  return (JSON.parse(json) as { events: RecordedEvent[] }).events;
}

/** Shortens `EVENT_TYPE_TIMER_STARTED` to `TIMER_STARTED`. */
export function typesOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ eventType }) => eventType.replace('EVENT_TYPE_', ''));
}

/** Returns all clear text of a history: its JSON, with every payload decoded. */
export function clearText(events: readonly RecordedEvent[]): string {
  return JSON.stringify(events, (key, value: unknown) =>
    key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value,
  );
}
