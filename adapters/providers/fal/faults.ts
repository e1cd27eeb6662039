import type { VendorAnswer } from '../../http/send.js';
import { buildProviderFailure } from '../http.js';
import { toFields, toFieldsList, toNonEmptyText } from '../../http/json.js';
import { JobFailed, ProviderFailure, type FailureKind } from '../../../domain/ports/provider.js';

/** An error that fal reported. */
export interface FalFault {
  /** fal's error types; empty if an endpoint returns only text. */
  readonly types: readonly string[];
  readonly words: string;
}

/**
 * The failure kinds of the fal error types that the status alone does not determine (fal.ai/docs,
 * model-apis/errors and request-errors). All other types with a 422 mean that the endpoint cannot
 * use an input.
 */
const KINDS: Readonly<Record<string, FailureKind>> = {
  content_policy_violation: 'content_blocked',
  generation_timeout: 'timeout',
  request_timeout: 'timeout',
  startup_timeout: 'timeout',
  internal_server_error: 'unavailable',
  downstream_service_error: 'unavailable',
  downstream_service_unavailable: 'unavailable',
  // fal could not read its own copy of a file that we uploaded.
  file_download_error: 'unavailable',
  client_cancelled: 'rejected',
};

/** Words that indicate a policy block when fal returns only text (second-hand, 2026-11-21). */
const POLICY_WORDS = /content[ _]polic|content checker|flagged as|nsfw|moderation/i;

/** Statuses that concern our account or this one request, never the job. */
const OURS: readonly number[] = [401, 402, 403, 408, 429];

/**
 * Reads an error response in either shape: `detail` is text (older endpoints, the queue itself) or
 * a list of model errors. Returns null if the response is not fal's own, such as a gateway's page.
 */
export function parseFault({
  json,
  headers,
}: Pick<VendorAnswer, 'json' | 'headers'>): FalFault | null {
  const { detail, error, error_type: named } = toFields(json);
  const entries = toFieldsList(detail);
  const types = [
    ...entries.map(({ type }) => toNonEmptyText(type)),
    toNonEmptyText(headers['x-fal-error-type']) ?? toNonEmptyText(named),
  ].filter((type) => type !== null);
  const words = [
    toNonEmptyText(detail) ?? toNonEmptyText(error),
    ...entries.map(({ msg }) => toNonEmptyText(msg)),
  ];
  const said = words.filter((part) => part !== null).join(' ') || types.join(', ');
  return said === '' ? null : { types, words: said };
}

function classifyFault({ types, words }: FalFault, usual: FailureKind): FailureKind {
  const known = types.flatMap((type) => KINDS[type] ?? [])[0];
  if (known !== undefined) return known;
  const isBlocked = usual === 'rejected' && types.length === 0 && POLICY_WORDS.test(words);
  return isBlocked ? 'content_blocked' : usual;
}

/** Converts a refused or failed fal call. */
export function buildFalFailure(answer: VendorAnswer): ProviderFailure {
  const fault = parseFault(answer);
  const failure = buildProviderFailure(answer, fault?.words ?? '');
  if (fault === null) return failure;
  const kind = classifyFault(fault, failure.kind);
  return new ProviderFailure(kind, failure.message, failure.status, failure.retryAfterMs);
}

/** Returns whether an error response concerns the job itself rather than this request. */
function isJobFault({ status, headers }: VendorAnswer, said: FalFault | null): boolean {
  if (status < 400 || status === 404 || OURS.includes(status)) return false;
  if (status < 500) return said !== null;
  // A 5xx without a type comes from the queue; model and runner errors have a type. A 504 with
  // `user` is the start deadline that we set ourselves (fal.ai/docs, model-apis, request timeout).
  return (said?.types.length ?? 0) > 0 || headers['x-fal-request-timeout-type'] === 'user';
}

/**
 * Returns why a finished job has no file. fal has no status for a failed job: the job is COMPLETED,
 * and the response to the request for its result contains the error.
 * @param answer response to the request for the result
 * @param fault failure in the job's status
 * @returns a JobFailed, unless only this request failed
 */
export function buildResultFailure(answer: VendorAnswer, fault: FalFault | null): ProviderFailure {
  if (isJobFault(answer, parseFault(answer))) {
    const { kind, message, status } = buildFalFailure(answer);
    return new JobFailed(kind, message, status);
  }
  if (fault !== null) {
    return new JobFailed(
      classifyFault(fault, 'unavailable'),
      fault.words.slice(0, 300),
      answer.status,
    );
  }
  if (answer.status === 404) {
    return new JobFailed('unavailable', 'fal does not have the result any more.', 404);
  }
  return answer.status < 300
    ? new JobFailed('unavailable', 'fal names no file of the finished job.', answer.status)
    : buildFalFailure(answer);
}
