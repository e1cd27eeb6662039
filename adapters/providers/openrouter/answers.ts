import type { VendorAnswer } from '../../http/send.js';
import { entries, fields, number, text } from '../../http/json.js';
import {
  JobFailed,
  SubmitUncertain,
  type Asset,
  type JobState,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import { isCertain, OUTCOME_UNKNOWN, refusalOf } from './faults.js';
import { isPolicyRefusal } from './policy-words.js';

/** The URL of the service and our credentials there. */
export interface Router {
  /** Without a trailing slash, with its version. */
  readonly url: string;
  readonly authorization: string;
}

/** Reads the ref of an accepted job. @throws {ProviderFailure} @throws {SubmitUncertain} */
export function refIn(answer: VendorAnswer, { url }: Router): UpstreamRef {
  const { id: given, polling_url: polling } = fields(answer.json);
  const id = text(given);
  if (OUTCOME_UNKNOWN.includes(answer.status)) {
    throw new SubmitUncertain('OpenRouter gave up waiting for the model.', answer.status);
  }
  if (answer.status >= 300) throw refusalOf(answer);
  if (id !== null) return { id, polling_url: ownAddress(polling, url) ?? pathOf(url, id) };
  if (isCertain(answer)) throw refusalOf(answer);
  throw new SubmitUncertain('OpenRouter accepted the job without an id.', answer.status);
}

const pathOf = (url: string, id: string): string => `${url}/videos/${encodeURIComponent(id)}`;

/**
 * Resolves a URL of the service (its documentation shows relative and absolute ones); null for any
 * other, because our key is sent to it.
 */
function ownAddress(address: unknown, url: string): string | null {
  const given = text(address);
  if (given === null || !URL.canParse(given, url)) return null;
  const { href } = new URL(given, url);
  return href.startsWith(`${url}/`) ? href : null;
}

const KNOWN_FAILURES = ['failed', 'cancelled', 'expired'] as const;

/**
 * Reads the response to one poll of a job.
 * @throws {JobFailed} when the job has failed
 * @throws {ProviderFailure} when only the poll has failed
 */
export function stateIn(answer: VendorAnswer, ref: UpstreamRef, router: Router): JobState {
  const { status, error, usage } = fields(answer.json);
  if (answer.status === 404 && isCertain(answer)) {
    throw new JobFailed('unavailable', 'OpenRouter does not know the job any more.', 404);
  }
  if (answer.status >= 300 || text(status) === null) throw refusalOf(answer);
  const failed = KNOWN_FAILURES.find((name) => name === status);
  if (failed !== undefined)
    throw jobFailureOf(failed, text(error) ?? text(fields(error)['message']));
  if (status === 'completed') {
    return {
      state: 'done',
      asset: assetIn(answer, String(ref['id']), router),
      costUsd: number(fields(usage)['cost']),
    };
  }
  // OpenRouter reports no progress. A job in an unknown state counts as running until its deadline.
  return status === 'pending' || status === 'queued'
    ? { state: 'queued', position: null }
    : { state: 'running', progress: null };
}

function jobFailureOf(status: (typeof KNOWN_FAILURES)[number], error: string | null): JobFailed {
  const words = (error ?? `The job is ${status}.`).trim().slice(0, 300);
  if (isPolicyRefusal(error ?? '')) return new JobFailed('content_blocked', words);
  // We never cancel, so another user of that account has cancelled it.
  return new JobFailed(status === 'cancelled' ? 'rejected' : 'unavailable', words);
}

/**
 * Finds the URL of the file: a signed one that needs no key, or the job's own, which needs the key.
 */
function assetIn({ json }: VendorAnswer, id: string, { url, authorization }: Router): Asset {
  const { urls, unsigned_urls: unsigned } = fields(json);
  const signed = text(entries(urls)[0]);
  if (signed !== null) return { url: signed };
  const given = text(entries(unsigned)[0]) ?? `${pathOf(url, id)}/content?index=0`;
  const own = ownAddress(given, url);
  // Some models return a URL of their own store, to which our key must not be sent.
  return own === null ? { url: given } : { url: own, headers: { authorization } };
}
