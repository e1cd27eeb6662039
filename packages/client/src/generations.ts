import type { Api } from './api.js';
import type { CreateImage, CreateVideo, Endpoints, Generation } from './endpoints.js';
import { GenerationFailedError, TimeoutError } from './errors.js';
import type { Answer, CallOptions, Item } from './input.js';
import { hasEnded, poll, type PollOptions } from './poll.js';
import { subscribe, type GenerationEvent, type SubscribeOptions } from './subscribe.js';

export interface WaitOptions extends PollOptions {
  /**
   * Also cancels the generation when the signal is aborted. Only a queued generation is cancelled
   * and refunded; a generation that has begun continues.
   */
  readonly cancelOnAbort?: boolean | undefined;
}

export type CompletedGeneration = Generation & {
  readonly status: 'completed';
  readonly result: NonNullable<Generation['result']>;
};

/** Promise of the accepted generation, with a method that waits for its result. */
export interface Creation extends Promise<Generation> {
  /**
   * Waits until the generation is completed.
   * @throws {GenerationFailedError} if it failed or was cancelled
   */
  wait(options?: WaitOptions): Promise<CompletedGeneration>;
}

type ListQuery = Endpoints['GET /v1/generations']['query'];
type Deleted = Answer<'DELETE /v1/generations/{id}'>;

/**
 * Time limit of a cancel after an abort: the caller should not have to wait until an outage ends.
 */
const CANCEL_MS = 10_000;

/** Endpoints of generations. */
export class Generations {
  constructor(private readonly api: Api) {}

  get(id: string, options: CallOptions = {}): Promise<Generation> {
    return this.api.request('GET /v1/generations/{id}', { ...options, params: { id } });
  }

  /** Iterates over the generations of the account, newest first. */
  list(
    query: ListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<'GET /v1/generations'>, void, undefined> {
    return this.api.list('GET /v1/generations', { ...options, query });
  }

  /** Cancels a queued generation, with a refund. @throws {ConflictError} if it has begun */
  cancel(id: string, options: CallOptions = {}): Promise<Generation> {
    return this.api.request('POST /v1/generations/{id}/cancel', { ...options, params: { id } });
  }

  /** Deletes a finished generation and its files. */
  delete(id: string, options: CallOptions = {}): Promise<Deleted> {
    return this.api.request('DELETE /v1/generations/{id}', { ...options, params: { id } });
  }

  /** Yields the events of a generation until it has completed, failed or been cancelled. */
  subscribe(
    id: string,
    options: SubscribeOptions = {},
  ): AsyncGenerator<GenerationEvent, void, undefined> {
    return subscribe(this.api, id, options);
  }

  /**
   * Waits until a generation is completed. An abort or a timeout does not affect the generation.
   * @throws {GenerationFailedError} if it failed or was cancelled
   */
  async wait(id: string, options: WaitOptions = {}): Promise<CompletedGeneration> {
    try {
      for await (const generation of poll(this.api, id, options)) {
        if (hasEnded(generation)) return requireCompleted(generation);
      }
    } catch (error) {
      // Best effort: the generation may have begun.
      if (options.cancelOnAbort && options.signal?.aborted) {
        await this.cancel(id, { timeoutMs: CANCEL_MS }).catch(() => undefined);
      }
      throw error;
    }
    throw new TimeoutError(`${id} has not ended.`);
  }
}

/** Creates images, or videos. */
export class Creations<Body extends CreateImage | CreateVideo> {
  constructor(
    private readonly generations: Generations,
    private readonly accept: (body: Body, options: CallOptions) => Promise<Generation>,
  ) {}

  /**
   * Requests a generation, and returns it once it is accepted and its price is reserved. Each call
   * creates a new generation; the retries of a call share one Idempotency-Key.
   */
  create(body: Body, options: CallOptions = {}): Creation {
    const accepted = this.accept(body, options);
    const wait = async (waiting: WaitOptions = {}) =>
      this.generations.wait((await accepted).id, waiting);
    return Object.assign(accepted, { wait });
  }
}

function requireCompleted(generation: Generation): CompletedGeneration {
  if (generation.status !== 'completed') throw new GenerationFailedError(generation);
  return generation as CompletedGeneration;
}
