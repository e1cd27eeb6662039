import type { VendorAnswer } from '../../http/send.js';
import { buildProviderFailure } from '../http.js';
import { toEntries, toFields, toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import { isPolicyRefusal } from './policy-words.js';

/**
 * Timeouts on the way to the model: the server that reports the timeout does not know the outcome.
 */
export const OUTCOME_UNKNOWN: readonly number[] = [408, 504, 524];

/** Reads an error body: `{error: {code, message, metadata}}` or `{error: "text"}`. */
function parseErrorBody({ json }: VendorAnswer) {
  const { error } = toFields(json);
  const { code, message, metadata } = toFields(error);
  return {
    code: toFiniteNumber(code),
    message: toNonEmptyText(error) ?? toNonEmptyText(message),
    metadata: toFields(metadata),
  };
}

/** Returns whether OpenRouter itself sent an error that means that nothing was ordered. */
export function isCertain(answer: VendorAnswer): boolean {
  const { code, message } = parseErrorBody(answer);
  return message !== null && !OUTCOME_UNKNOWN.includes(code ?? answer.status);
}

/** Statuses that concern our account there, never the content. */
const OURS: readonly number[] = [401, 402];

/**
 * Converts a refused call. The metadata may quote the prompt, so only the message is used. Some
 * errors come with a 200.
 */
export function buildRouterFailure(answer: VendorAnswer): ProviderFailure {
  const { code, message, metadata } = parseErrorBody(answer);
  const status = answer.status < 300 ? (code ?? 502) : answer.status;
  const failure = buildProviderFailure({ ...answer, status }, message ?? '');
  const { reasons, raw } = metadata;
  const isBlocked =
    failure.kind === 'rejected' &&
    !OURS.includes(status) &&
    (toEntries(reasons).length > 0 ||
      isPolicyRefusal(`${failure.message} ${toNonEmptyText(raw) ?? ''}`));
  return isBlocked ? new ProviderFailure('content_blocked', failure.message, status) : failure;
}
