import type { UpstreamAnswer } from '../http.js';
import { entries, fields, number, text } from '../json.js';
import {
  JobFailed,
  SubmitUncertain,
  type Asset,
  type JobState,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import { isCertain, OUTCOME_UNKNOWN, refusal } from './faults.js';
import { isPolicyRefusal } from './policy-words.js';

/** The service, and as whom we speak to it. */
export interface Router {
  /** Without a slash at the end, with its version. */
  readonly url: string;
  readonly authorization: string;
}

/**
 * The ref of an accepted job. @throws {ProviderFailure} @throws {SubmitUncertain}
 */
export function refIn(answer: UpstreamAnswer, { url }: Router): UpstreamRef {
  const { id: given, polling_url: polling } = fields(answer.json);
  const id = text(given);
  if (OUTCOME_UNKNOWN.includes(answer.status)) {
    throw new SubmitUncertain('OpenRouter gave up waiting for the model.', answer.status);
  }
  if (answer.status >= 300) throw refusal(answer);
  if (id !== null) return { id, polling_url: ownAddress(polling, url) ?? pathOf(url, id) };
  if (isCertain(answer)) throw refusal(answer);
  throw new SubmitUncertain('OpenRouter accepted the job without an id.', answer.status);
}

const pathOf = (url: string, id: string): string => `${url}/videos/${encodeURIComponent(id)}`;

/** An address, documented both relative and absolute; null unless it is the service's: it gets our key. */
function ownAddress(address: unknown, url: string): string | null {
  const given = text(address);
  if (given === null || !URL.canParse(given, url)) return null;
  const { href } = new URL(given, url);
  return href.startsWith(`${url}/`) ? href : null;
}

const KNOWN_FAILURES = ['failed', 'cancelled', 'expired'] as const;

/**
 * Reads one look at a job.
 * @throws {JobFailed} when the job has failed @throws {ProviderFailure} when only the look has
 */
export function stateIn(answer: UpstreamAnswer, ref: UpstreamRef, router: Router): JobState {
  const { status, error, usage } = fields(answer.json);
  if (answer.status === 404 && isCertain(answer)) {
    throw new JobFailed('unavailable', 'OpenRouter does not know the job any more.', 404);
  }
  if (answer.status >= 300 || text(status) === null) throw refusal(answer);
  const failed = KNOWN_FAILURES.find((name) => name === status);
  if (failed !== undefined) throw jobFailed(failed, text(error) ?? text(fields(error)['message']));
  if (status === 'completed') {
    return {
      state: 'done',
      asset: assetIn(answer, String(ref['id']), router),
      costUsd: number(fields(usage)['cost']),
    };
  }
  // No progress is told. A state that nobody knows yet goes on until its time is over.
  return status === 'pending' || status === 'queued'
    ? { state: 'queued', position: null }
    : { state: 'running', progress: null };
}

function jobFailed(status: (typeof KNOWN_FAILURES)[number], error: string | null): JobFailed {
  const words = (error ?? `The job is ${status}.`).trim().slice(0, 300);
  if (isPolicyRefusal(error ?? '')) return new JobFailed('content_blocked', words);
  // We never cancel: somebody else at that account does not want it.
  return new JobFailed(status === 'cancelled' ? 'rejected' : 'unavailable', words);
}

/** The file: a signed address that needs no key, or the content of the job, which does. */
function assetIn({ json }: UpstreamAnswer, id: string, { url, authorization }: Router): Asset {
  const { urls, unsigned_urls: unsigned } = fields(json);
  const signed = text(entries(urls)[0]);
  if (signed !== null) return { url: signed };
  const given = text(entries(unsigned)[0]) ?? `${pathOf(url, id)}/content?index=0`;
  const own = ownAddress(given, url);
  // Some models name an address of their own store; it must not get our key.
  return own === null ? { url: given } : { url: own, headers: { authorization } };
}
