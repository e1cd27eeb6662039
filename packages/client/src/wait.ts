import type { Api } from './api.js';
import { TimeoutError } from './errors.js';
import type { CallOptions } from './input.js';
import { hasEnded, poll, type PollOptions, type Work } from './poll.js';

export interface WaitOptions extends PollOptions {
  /**
   * Also cancels the work when the signal is aborted. Only a queued generation or speech is
   * cancelled and refunded; work that has begun continues.
   */
  readonly cancelOnAbort?: boolean | undefined;
}

/**
 * Time limit of a cancel after an abort: the caller should not have to wait until an outage ends.
 */
const CANCEL_MS = 10_000;

/** Waits until a generation or speech has ended, and returns it. */
export async function waitForEnd<Name extends keyof Work>(
  api: Api,
  endpoint: Name,
  id: string,
  options: WaitOptions & { readonly cancel: (calling: CallOptions) => Promise<unknown> },
): Promise<Work[Name]> {
  try {
    for await (const work of poll(api, endpoint, id, options)) if (hasEnded(work)) return work;
  } catch (error) {
    // Best effort: the work may have begun.
    if (options.cancelOnAbort && options.signal?.aborted) {
      await options.cancel({ timeoutMs: CANCEL_MS }).catch(() => undefined);
    }
    throw error;
  }
  throw new TimeoutError(`${id} has not ended.`);
}
