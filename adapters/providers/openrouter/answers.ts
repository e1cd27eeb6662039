import type { VendorAnswer } from '../../http/send.js';
import { toEntries, toFields, toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import {
  JobFailed,
  SubmitUncertain,
  type Asset,
  type JobState,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import { isCertain, OUTCOME_UNKNOWN, buildRouterFailure } from './faults.js';
import { isPolicyRefusal } from './policy-words.js';

/** The service's URL and our credentials there. */
export interface Router {
  /** The URL includes the API version, without a trailing slash. */
  readonly url: string;
  readonly authorization: string;
}

/**
 * Reads an accepted job's ref.
 * @throws {ProviderFailure} when the order was refused
 * @throws {SubmitUncertain} when it is unknown whether the order was accepted
 */
export function readJobRef(answer: VendorAnswer, { url }: Router): UpstreamRef {
  const { id: given, polling_url: polling } = toFields(answer.json);
  const id = toNonEmptyText(given);
  if (OUTCOME_UNKNOWN.includes(answer.status)) {
    throw new SubmitUncertain('OpenRouter gave up waiting for the model.', answer.status);
  }
  if (answer.status >= 300) throw buildRouterFailure(answer);
  if (id !== null)
    return { id, polling_url: toServiceAddress(polling, url) ?? buildJobPath(url, id) };
  if (isCertain(answer)) throw buildRouterFailure(answer);
  throw new SubmitUncertain('OpenRouter accepted the job without an id.', answer.status);
}

const buildJobPath = (url: string, id: string): string => `${url}/videos/${encodeURIComponent(id)}`;

/**
 * Resolves a relative or absolute URL of the service (its documentation shows both); null for any
 * other URL, because our key is sent to it.
 */
function toServiceAddress(address: unknown, url: string): string | null {
  const given = toNonEmptyText(address);
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
export function readJobState(answer: VendorAnswer, ref: UpstreamRef, router: Router): JobState {
  const { status, error, usage } = toFields(answer.json);
  if (answer.status === 404 && isCertain(answer)) {
    throw new JobFailed('unavailable', 'OpenRouter does not know the job any more.', 404);
  }
  if (answer.status >= 300 || toNonEmptyText(status) === null) throw buildRouterFailure(answer);
  const failed = KNOWN_FAILURES.find((name) => name === status);
  if (failed !== undefined)
    throw buildJobFailure(
      failed,
      toNonEmptyText(error) ?? toNonEmptyText(toFields(error)['message']),
    );
  if (status === 'completed') {
    return {
      state: 'done',
      asset: readAssetAddress(answer, String(ref['id']), router),
      costUsd: toFiniteNumber(toFields(usage)['cost']),
    };
  }
  // OpenRouter reports no progress. A job in an unknown state counts as running until its deadline.
  return status === 'pending' || status === 'queued'
    ? { state: 'queued', position: null }
    : { state: 'running', progress: null };
}

function buildJobFailure(status: (typeof KNOWN_FAILURES)[number], error: string | null): JobFailed {
  const words = (error ?? `The job is ${status}.`).trim().slice(0, 300);
  if (isPolicyRefusal(error ?? '')) return new JobFailed('content_blocked', words);
  // We never cancel, so another user of that account has cancelled the job.
  return new JobFailed(status === 'cancelled' ? 'rejected' : 'unavailable', words);
}

/**
 * Finds the file's URL: a signed URL that needs no key, or the job's own URL, which needs the key.
 */
function readAssetAddress(
  { json }: VendorAnswer,
  id: string,
  { url, authorization }: Router,
): Asset {
  const { urls, unsigned_urls: unsigned } = toFields(json);
  const signed = toNonEmptyText(toEntries(urls)[0]);
  if (signed !== null) return { url: signed };
  const given =
    toNonEmptyText(toEntries(unsigned)[0]) ?? `${buildJobPath(url, id)}/content?index=0`;
  const own = toServiceAddress(given, url);
  // Some models return a URL of their own store; our key must not be sent there.
  return own === null ? { url: given } : { url: own, headers: { authorization } };
}
