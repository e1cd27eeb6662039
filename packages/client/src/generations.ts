import type { Api } from './api.js';
import type { CreateImage, CreateVideo, Endpoints, Generation } from './endpoints.js';
import { GenerationFailedError } from './errors.js';
import type { Answer, CallOptions, Item } from './input.js';
import { subscribe, type GenerationEvent, type SubscribeOptions } from './subscribe.js';
import { waitForEnd, type WaitOptions } from './wait.js';

export type CompletedGeneration = Generation & {
  readonly status: 'completed';
  readonly result: NonNullable<Generation['result']>;
};

/** Promise of the accepted generation or speech, with a method that waits for its result. */
export interface Creation<
  Accepted = Generation,
  Completed = CompletedGeneration,
> extends Promise<Accepted> {
  /**
   * Waits until the work is completed.
   * @throws {GenerationFailedError} or `SpeechFailedError`, if it failed or was cancelled
   */
  wait(options?: WaitOptions): Promise<Completed>;
}

type ListQuery = Endpoints['GET /v1/generations']['query'];
type Deleted = Answer<'DELETE /v1/generations/{id}'>;

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
    const cancel = (calling: CallOptions) => this.cancel(id, calling);
    return requireCompleted(
      await waitForEnd(this.api, 'GET /v1/generations/{id}', id, { ...options, cancel }),
    );
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

/** @throws {GenerationFailedError} if a generation that has ended is not completed */
export function requireCompleted(generation: Generation): CompletedGeneration {
  if (generation.status !== 'completed') throw new GenerationFailedError(generation);
  return generation as CompletedGeneration;
}
