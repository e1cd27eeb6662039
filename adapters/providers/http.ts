import { ORDER_MS_MAX, ProviderFailure, SubmitUncertain } from '../../domain/ports/provider.js';
import {
  retryAfterMs,
  send,
  Unanswered,
  type VendorAnswer,
  type VendorRequest,
} from '../http/send.js';

/** Thrown when no answer came. `sent` is false when the upstream cannot have seen the request. */
export class NoAnswer extends ProviderFailure {
  override readonly name = 'NoAnswer';
  constructor(
    readonly sent: boolean,
    kind: 'timeout' | 'unavailable',
  ) {
    super(kind, kind === 'timeout' ? 'The upstream did not answer in time.' : 'No connection.');
  }
}

/**
 * Sends one request and reads its whole answer; no redirects, no retries.
 * @throws {NoAnswer} when there is none
 * @throws the abort reason of the signal
 */
export async function ask(wanted: VendorRequest): Promise<VendorAnswer> {
  try {
    return await send(wanted);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    throw new NoAnswer(error.sent, error.isLate ? 'timeout' : 'unavailable');
  }
}

/**
 * Sends a request that orders work, within 60 s unless its deadline is set. Nobody knows whether it
 * was accepted when the answer is lost, or comes from a gateway that may have forwarded the request
 * (502 or 504 without a body of the vendor).
 * @param isOwn whether a 5xx answer was written by the vendor's service itself
 * @throws {SubmitUncertain}
 * @throws {NoAnswer} when it was certainly not sent
 */
export async function order(
  wanted: VendorRequest,
  isOwn: (answer: VendorAnswer) => boolean,
): Promise<VendorAnswer> {
  try {
    // Whoever stops waiting too soon has an order that may be paid, and no result.
    const answer = await ask({ ...wanted, deadlineMs: wanted.deadlineMs ?? ORDER_MS_MAX });
    if (answer.status < 500 || isOwn(answer)) return answer;
    throw new SubmitUncertain('A gateway answered in the place of the upstream.', answer.status);
  } catch (error) {
    if (wanted.signal.aborted)
      throw new SubmitUncertain('The call was given up before its answer.');
    if (!(error instanceof NoAnswer) || !error.sent) throw error;
    throw new SubmitUncertain('The answer to the order was lost.');
  }
}

/** The failure that follows from a status alone. `message` is the vendor's own text. */
export function failureOf(answer: VendorAnswer, message: string): ProviderFailure {
  const { status } = answer;
  const words = message.trim().slice(0, 300) || `The upstream answered ${status}.`;
  if (status === 429) {
    return new ProviderFailure('rate_limited', words, status, retryAfterMs(answer));
  }
  if (status === 408 || status === 504) return new ProviderFailure('timeout', words, status);
  if (status >= 500) return new ProviderFailure('unavailable', words, status, retryAfterMs(answer));
  return new ProviderFailure('rejected', words, status);
}
