import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { environment, platformSource } from './connection.js';
import { parseEnv } from './env.js';
import { createTemporal } from './temporal.js';

/** There is nothing to replay; the message is for people. */
class NoHistory extends Error {
  override readonly name = 'NoHistory';
}

/** An event in protobuf's JSON form, as far as it is looked at. */
export interface RecordedEvent {
  readonly eventId: string | number;
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

/** A recorded run. */
export interface Recorded {
  readonly workflowId: string;
  readonly events: readonly RecordedEvent[];
}

const FETCH_MS = 10_000;
/** Parsed and never used: a history comes from Temporal alone. */
const REST = { DATABASE_URL: 'postgres://unused', S3_ACCESS_KEY: 'unused', S3_SECRET_KEY: 'unused' };

/**
 * A history from a file, or else of the workflow with that id on the configured server.
 * @throws {NoHistory} when neither exists
 */
export function loadHistory(name: string): Promise<Recorded> | Recorded {
  if (existsSync(name)) return readHistory(name);
  if (/[/\\]|\.json$/.test(name)) throw new NoHistory(`There is no file ${name}.`);
  return fetchHistory(name);
}

/** Reads what `temporal workflow show -o json` prints or the Temporal UI downloads. */
function readHistory(file: string): Recorded {
  const events = eventsOf(file, readFileSync(file, 'utf8'));
  const first = events[0]?.['workflowExecutionStartedEventAttributes'];
  const { workflowId } = (first ?? {}) as { workflowId?: string };
  return { workflowId: workflowId ?? basename(file, '.json'), events };
}

async function fetchHistory(workflowId: string): Promise<Recorded> {
  const env = parseEnv({ ...REST, ...platformSource(environment(), 'TEMPORAL_ADDRESS') });
  const temporal = createTemporal(env);
  try {
    const history = await temporal.client.withDeadline(Date.now() + FETCH_MS, () =>
      temporal.client.workflow.getHandle(workflowId).fetchHistory(),
    );
    return { workflowId, events: eventsOf(workflowId, historyToJSON(history)) };
  } catch (cause) {
    const at = `Temporal at ${env.temporalAddress} (namespace ${env.temporalNamespace})`;
    if (cause instanceof WorkflowNotFoundError) {
      throw new NoHistory(`No file and no workflow is called ${workflowId}; asked ${at}.`, { cause });
    }
    throw new NoHistory(`${at} did not give the history of ${workflowId}: ${textOf(cause)}`, {
      cause,
    });
  } finally {
    await temporal.close();
  }
}

function eventsOf(source: string, text: string): RecordedEvent[] {
  const problem = `${source} is not a history: expected JSON with a list "events".`;
  try {
    const json = JSON.parse(text) as RecordedEvent[] | { events?: RecordedEvent[] };
    const events = Array.isArray(json) ? json : json.events;
    if (events?.[0]?.eventType) return events;
  } catch (cause) {
    throw new NoHistory(problem, { cause });
  }
  throw new NoHistory(problem);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
