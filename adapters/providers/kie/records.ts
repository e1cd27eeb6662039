import { JobFailed, type JobState } from '../../../domain/ports/provider.js';
import {
  readField,
  classifyFailure,
  readNumberField,
  readTextField,
  shortenMessage,
} from './answers.js';

/** Second-hand price (docs/providers.md, Kie). */
const USD_PER_CREDIT = 0.005;

function buildJobFailure(code: number | null, words: string): JobFailed {
  const known = code ?? 501;
  return new JobFailed(classifyFailure(known, words), shortenMessage(words, known), known);
}

/**
 * Reads the first URL of a list; `resultUrls` is a list or, in old records, a list as JSON text.
 */
function readFirstUrl(holder: unknown): string | null {
  const urls = readField(holder, 'resultUrls');
  const list: unknown = typeof urls === 'string' ? parseJson(urls) : urls;
  const first: unknown = Array.isArray(list) ? list[0] : null;
  return typeof first === 'string' && first !== '' ? first : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function buildDoneState(url: string | null, record: unknown): JobState {
  if (url === null) throw new JobFailed('unavailable', 'The task ended without a result.');
  const credits = readNumberField(record, 'creditsConsumed');
  return {
    state: 'done',
    asset: { url },
    costUsd: credits === null ? null : credits * USD_PER_CREDIT,
  };
}

/**
 * Reads a `jobs/recordInfo` record.
 * @throws {JobFailed}
 */
export function readJobState(record: unknown): JobState {
  const state = readTextField(record, 'state');
  if (state === 'success')
    return buildDoneState(
      readFirstUrl(parseJson(readTextField(record, 'resultJson') ?? '')),
      record,
    );
  if (state === 'fail') {
    throw buildJobFailure(
      readNumberField(record, 'failCode'),
      readTextField(record, 'failMsg') ?? '',
    );
  }
  if (state === 'waiting' || state === 'queuing') return { state: 'queued', position: null };
  const percent = readNumberField(record, 'progress');
  return { state: 'running', progress: percent === null ? null : percent / 100 };
}

/**
 * Reads a `veo/record-info` record. Its `successFlag` is 0 while running, 1 when done, 2 or 3 when
 * failed (docs.kie.ai/veo3-api/quickstart; `errorCode` and `errorMessage` unverified, 2026-11-21).
 * @throws {JobFailed}
 */
export function readVeoState(record: unknown): JobState {
  const flag = readNumberField(record, 'successFlag');
  if (flag === 1) return buildDoneState(readFirstUrl(readField(record, 'response')), record);
  if (flag === 2 || flag === 3) {
    throw buildJobFailure(
      readNumberField(record, 'errorCode'),
      readTextField(record, 'errorMessage') ?? '',
    );
  }
  return { state: 'running', progress: null };
}
