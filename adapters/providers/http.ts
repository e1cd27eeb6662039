import { ORDER_MS_MAX, ProviderFailure, SubmitUncertain } from '../../domain/ports/provider.js';
import {
  readRetryAfterMs,
  send,
  sendForBytes,
  Unanswered,
  type BytesAnswer,
  type VendorAnswer,
  type VendorRequest,
} from '../http/send.js';

/**
 * Thrown when there was no response. `sent` is false if the upstream cannot have received the
 * request.
 */
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
 * Sends one request and reads the whole response. Does not follow redirects or retry.
 * @throws {NoAnswer} when there is no response
 * @throws the signal's abort reason
 */
export const ask = (wanted: VendorRequest): Promise<VendorAnswer> => orNoAnswer(send(wanted));

/** Sends one request like `ask`, and returns the body as it is. */
export const askForBytes = (wanted: VendorRequest): Promise<BytesAnswer> =>
  orNoAnswer(sendForBytes(wanted));

async function orNoAnswer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    throw new NoAnswer(error.sent, error.isLate ? 'timeout' : 'unavailable');
  }
}

/**
 * Sends a request that orders work, within 60 s unless the request sets its own deadline. It is
 * unknown whether the order was accepted if the response is lost, or comes from a gateway that may
 * have forwarded the request (502 or 504 without a vendor's body).
 * @param isOwn whether a 5xx response comes from the vendor's service itself
 * @throws {SubmitUncertain}
 * @throws {NoAnswer} when the request was certainly not sent
 */
export const submitOrder = (
  wanted: VendorRequest,
  isOwn: (answer: VendorAnswer) => boolean,
): Promise<VendorAnswer> => submitWith(ask, wanted, isOwn);

/** Sends an order like `submitOrder`, and returns the body as it is. */
export const submitOrderForBytes = (
  wanted: VendorRequest,
  isOwn: (answer: BytesAnswer) => boolean,
): Promise<BytesAnswer> => submitWith(askForBytes, wanted, isOwn);

async function submitWith<Answer extends Pick<VendorAnswer, 'status'>>(
  request: (wanted: VendorRequest) => Promise<Answer>,
  wanted: VendorRequest,
  isOwn: (answer: Answer) => boolean,
): Promise<Answer> {
  try {
    // Giving up too early could leave us with an order that we pay for, but no result.
    const answer = await request({ ...wanted, deadlineMs: wanted.deadlineMs ?? ORDER_MS_MAX });
    if (answer.status < 500 || isOwn(answer)) return answer;
    throw new SubmitUncertain('A gateway answered in the place of the upstream.', answer.status);
  } catch (error) {
    if (wanted.signal.aborted)
      throw new SubmitUncertain('The call was given up before its answer.');
    if (!(error instanceof NoAnswer) || !error.sent) throw error;
    throw new SubmitUncertain('The answer to the order was lost.');
  }
}

/** Converts a status to a failure. `message` is the vendor's own text. */
export function buildProviderFailure(answer: VendorAnswer, message: string): ProviderFailure {
  const { status } = answer;
  const words = message.trim().slice(0, 300) || `The upstream answered ${status}.`;
  if (status === 429) {
    return new ProviderFailure('rate_limited', words, status, readRetryAfterMs(answer));
  }
  if (status === 408 || status === 504) return new ProviderFailure('timeout', words, status);
  if (status >= 500)
    return new ProviderFailure('unavailable', words, status, readRetryAfterMs(answer));
  return new ProviderFailure('rejected', words, status);
}
