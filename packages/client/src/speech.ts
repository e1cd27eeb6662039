import type { Api } from './api.js';
import type { CreateSpeech, Endpoints, Speech } from './endpoints.js';
import { SpeechFailedError } from './errors.js';
import type { Creation } from './generations.js';
import type { Answer, CallOptions, Item } from './input.js';
import { waitForEnd, type WaitOptions } from './wait.js';

export type CompletedSpeech = Speech & {
  readonly status: 'completed';
  readonly result: NonNullable<Speech['result']>;
};

type ListQuery = Endpoints['GET /v1/speech']['query'];

/** Endpoints of speech. */
export class Speeches {
  constructor(private readonly api: Api) {}

  /**
   * Requests speech, and returns it once it is accepted and its price is reserved. Each call creates
   * new speech; the retries of a call share one Idempotency-Key.
   */
  create(body: CreateSpeech, options: CallOptions = {}): Creation<Speech, CompletedSpeech> {
    const accepted = this.api.request('POST /v1/speech', { ...options, body });
    const wait = async (waiting: WaitOptions = {}) => this.wait((await accepted).id, waiting);
    return Object.assign(accepted, { wait });
  }

  get(id: string, options: CallOptions = {}): Promise<Speech> {
    return this.api.request('GET /v1/speech/{id}', { ...options, params: { id } });
  }

  /** Iterates over the speech of the account, newest first. */
  list(
    query: ListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Item<'GET /v1/speech'>, void, undefined> {
    return this.api.list('GET /v1/speech', { ...options, query });
  }

  /** Cancels queued speech, with a refund. @throws {ConflictError} if it has begun */
  cancel(id: string, options: CallOptions = {}): Promise<Speech> {
    return this.api.request('POST /v1/speech/{id}/cancel', { ...options, params: { id } });
  }

  /** Deletes finished speech and its file. */
  delete(id: string, options: CallOptions = {}): Promise<Answer<'DELETE /v1/speech/{id}'>> {
    return this.api.request('DELETE /v1/speech/{id}', { ...options, params: { id } });
  }

  /**
   * Waits until speech is completed. An abort or a timeout does not affect the speech.
   * @throws {SpeechFailedError} if it failed or was cancelled
   */
  async wait(id: string, options: WaitOptions = {}): Promise<CompletedSpeech> {
    const cancel = (calling: CallOptions) => this.cancel(id, calling);
    const speech = await waitForEnd(this.api, 'GET /v1/speech/{id}', id, { ...options, cancel });
    if (speech.status !== 'completed') throw new SpeechFailedError(speech);
    return speech as CompletedSpeech;
  }
}
