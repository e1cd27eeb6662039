import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { readPlatformSource } from '../runtime/connection.js';
import { readEnvironment, parseEnv } from '../runtime/env.js';
import { isNoAnswer, NOT_FOUND, readGrpc } from '../runtime/grpc.js';
import { createTemporal, type Temporal } from '../runtime/temporal.js';

/** No history to replay was found; the message is written for people. */
class NoHistory extends Error {
  override readonly name = 'NoHistory';
}

/** An event in protobuf's JSON form, with only the fields that replay reads. */
export interface RecordedEvent {
  readonly eventId: string | number;
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

/** A run and its recorded events. */
export interface RecordedRun {
  readonly workflowId: string;
  readonly events: readonly RecordedEvent[];
}

/** Timeout for one request to Temporal, in milliseconds. */
export const FETCH_MS = 10_000;
/** Placeholders that the parser requires; a history comes only from Temporal. */
const REST = {
  DATABASE_URL: 'postgres://unused',
  S3_ACCESS_KEY: 'unused',
  S3_SECRET_KEY: 'unused',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

/**
 * Loads a history from a file; if no such file exists, loads the workflow with that id from the
 * configured server.
 * @throws {NoHistory} if neither exists
 */
export function loadHistory(name: string): Promise<RecordedRun> | RecordedRun {
  if (existsSync(name)) return readHistory(name);
  if (/[/\\]|\.json$/.test(name)) throw new NoHistory(`There is no file ${name}.`);
  return fetchHistory(name);
}

/** Reads the output of `temporal workflow show -o json` or a download from the Temporal UI. */
function readHistory(file: string): RecordedRun {
  const events = parseHistoryEvents(file, readFileSync(file, 'utf8'));
  const first = events[0]?.['workflowExecutionStartedEventAttributes'];
  const { workflowId } = (first ?? {}) as { workflowId?: string };
  return { workflowId: workflowId ?? basename(file, '.json'), events };
}

function fetchHistory(workflowId: string): Promise<RecordedRun> {
  return askTemporal(workflowId, async ({ client }) => {
    const history = await client.withDeadline(Date.now() + FETCH_MS, () =>
      client.workflow.getHandle(workflowId).fetchHistory(),
    );
    return { workflowId, events: parseHistoryEvents(workflowId, historyToJSON(history)) };
  });
}

/**
 * Queries the configured server.
 * @param name the file or workflow, for the message if it does not exist
 * @throws {NoHistory} if the server does not respond or has no such workflow
 */
export async function askTemporal<T>(
  name: string,
  ask: (temporal: Temporal) => Promise<T>,
): Promise<T> {
  const env = parseEnv({ ...REST, ...readPlatformSource(readEnvironment(), 'TEMPORAL_ADDRESS') });
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
    return new NoHistory(`There is no file and no workflow called ${name}. Queried ${at}.`, {
      cause,
    });
  }
  if (isNoAnswer(cause)) return new NoHistory(`${at} does not answer.`, { cause });
  if (details) return new NoHistory(`${at} refused: ${details}`, { cause });
  return cause instanceof Error ? cause : new NoHistory(`${at} failed.`, { cause });
}

/** Parses the JSON events that Temporal's tools write. @throws {NoHistory} for any other text */
export function parseHistoryEvents(source: string, text: string): RecordedEvent[] {
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
