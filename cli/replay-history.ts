import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { readPlatformSource } from '../runtime/connection.js';
import { environment, EnvError, parseEnv } from '../runtime/env.js';
import { EnvReader } from '../runtime/env-reader.js';
import { converterOptions } from '../runtime/temporal-connection.js';
import { createTemporal } from '../runtime/temporal.js';

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

/** Opens payloads of histories that a codec has encrypted; the same for files and for servers. */
export function readConverter(): ReturnType<typeof converterOptions> {
  const read = new EnvReader(environment());
  const codecKeys = read.optionalKeys('TEMPORAL_CODEC_KEY');
  if (read.problems.length > 0) throw new EnvError(read.problems);
  return converterOptions({ codecKeys });
}

const FETCH_MS = 10_000;
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

async function fetchHistory(workflowId: string): Promise<Recorded> {
  const env = parseEnv({ ...REST, ...readPlatformSource(environment(), 'TEMPORAL_ADDRESS') });
  const temporal = createTemporal(env);
  try {
    const history = await temporal.client.withDeadline(Date.now() + FETCH_MS, () =>
      temporal.client.workflow.getHandle(workflowId).fetchHistory(),
    );
    return { workflowId, events: eventsOf(workflowId, historyToJSON(history)) };
  } catch (error) {
    const at = `Temporal at ${env.temporalAddress} (namespace ${env.temporalNamespace})`;
    throw toNoHistory(error, workflowId, at);
  } finally {
    await temporal.close();
  }
}

/** gRPC codes that mean no answer: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const NO_ANSWER_CODES: readonly unknown[] = [1, 4, 14];
const NOT_FOUND_CODE = 5;

function toNoHistory(cause: unknown, workflowId: string, at: string): Error {
  if (cause instanceof NoHistory) return cause;
  const { code } = cause as { code?: unknown };
  if (code === NOT_FOUND_CODE || cause instanceof WorkflowNotFoundError) {
    return new NoHistory(`No file and no workflow is called ${workflowId}; asked ${at}.`, {
      cause,
    });
  }
  if (NO_ANSWER_CODES.includes(code)) return new NoHistory(`${at} does not answer.`, { cause });
  return cause instanceof Error ? cause : new NoHistory(`${at} failed.`, { cause });
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
