import { PlatformFailure } from '../../domain/ports/social-platform.js';
import { send, Unanswered, type VendorAnswer, type VendorRequest } from '../http/send.js';

/** @throws {PlatformFailure} `retry`, because these calls are idempotent */
export async function ask(wanted: VendorRequest): Promise<VendorAnswer> {
  try {
    return await send(wanted);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    throw buildUnavailable(error.isLate ? 'no answer in time' : 'no answer');
  }
}

/**
 * Sends the call that publishes.
 * @throws {PlatformFailure} `retry` if the call was certainly not sent, else `unknown_outcome`
 */
export async function askOnce(wanted: VendorRequest): Promise<VendorAnswer> {
  wanted.signal.throwIfAborted();
  try {
    return await send(wanted);
  } catch (error) {
    if (error instanceof Unanswered && !error.sent) throw buildUnavailable('not sent');
    if (error instanceof Unanswered || wanted.signal.aborted)
      throw buildUnknownOutcome('no answer');
    throw error;
  }
}

/** Builds the failure for a platform that is temporarily unavailable. */
export const buildUnavailable = (platformCode: string): PlatformFailure =>
  new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', platformCode);

/** Builds the failure for a call that may or may not have published. */
export const buildUnknownOutcome = (platformCode: string): PlatformFailure =>
  new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', platformCode);

/**
 * Runs a read that determines an outcome. If the read itself fails, that says nothing about the
 * post, so the failure is never final.
 */
export async function readOutcome<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformFailure) || PASSED_ON.includes(error.kind)) throw error;
    throw buildUnavailable(error.platformCode);
  }
}

const PASSED_ON: readonly string[] = ['retry', 'unauthorized', 'reauth', 'rate_limited'];
