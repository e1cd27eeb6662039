import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { readPlatformSource } from '../runtime/connection.js';
import { environment, parseEnv } from '../runtime/env.js';
import { isNoAnswer, NOT_FOUND, readGrpc } from '../runtime/grpc.js';
import { createTemporal, type Temporal } from '../runtime/temporal.js';

/** There is nothing to replay; the message is for people. */
class NoHistory extends Error {
  override readonly name = 'NoHistory';
}

/** An event in protobuf's JSON form, with the fields that we read. */
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

/** How long one answer of Temporal may take. */
export const FETCH_MS = 10_000;
/** The parser needs these, but a history comes only from Temporal. */
const REST = {
  DATABASE_URL: 'postgres://unused',
  S3_ACCESS_KEY: 'unused',
  S3_SECRET_KEY: 'unused',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

/**
 * Loads a history from a file, or otherwise of the workflow with that id on the configured server.
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

function fetchHistory(workflowId: string): Promise<Recorded> {
  return askTemporal(workflowId, async ({ client }) => {
    const history = await client.withDeadline(Date.now() + FETCH_MS, () =>
      client.workflow.getHandle(workflowId).fetchHistory(),
    );
    return { workflowId, events: eventsOf(workflowId, historyToJSON(history)) };
  });
}

/**
 * Asks the configured server.
 * @param name what is looked up there, for the message when it has none
 * @throws {NoHistory} when it does not answer or does not know it
 */
export async function askTemporal<T>(
  name: string,
  ask: (temporal: Temporal) => Promise<T>,
): Promise<T> {
  const env = parseEnv({ ...REST, ...readPlatformSource(environment(), 'TEMPORAL_ADDRESS') });
  const temporal = createTemporal(env);
  try {
    return await ask(temporal);
  } catch (error) {
    const at = `Temporal at ${env.temporalAddress} (namespace ${env.temporalNamespace})`;
    throw toNoHistory(error, name, at);
  } finally {
    await temporal.close();
  }
}

function toNoHistory(cause: unknown, name: string, at: string): Error {
  if (cause instanceof NoHistory) return cause;
  const { code, details } = readGrpc(cause);
  if (code === NOT_FOUND || cause instanceof WorkflowNotFoundError) {
    return new NoHistory(`No file and no workflow is called ${name}; asked ${at}.`, { cause });
  }
  if (isNoAnswer(cause)) return new NoHistory(`${at} does not answer.`, { cause });
  if (details) return new NoHistory(`${at} refuses: ${details}`, { cause });
  return cause instanceof Error ? cause : new NoHistory(`${at} failed.`, { cause });
}

/** The events in what Temporal's tools print. @throws {NoHistory} for anything else */
export function eventsOf(source: string, text: string): RecordedEvent[] {
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
