import type { Answer, EndpointName, Input, Item, ListName, OptionalWhenEmpty } from './input.js';
import { send, type SendOptions, type Settings } from './send.js';

const PAGE_SIZE = 100;

interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** Typed calls of every endpoint. */
export class Api {
  constructor(readonly settings: Settings) {}

  /**
   * Calls an endpoint.
   * @param endpoint its method and path, such as `GET /v1/characters/{id}`
   * @throws {MediaError} an `ApiError` if the service refuses the request, or another subclass
   */
  async request<Name extends EndpointName>(
    endpoint: Name,
    ...[input]: OptionalWhenEmpty<Input<Name>>
  ): Promise<Answer<Name>> {
    return (await send(this.settings, endpoint, input)) as Answer<Name>;
  }

  /** Iterates over the items of a list. Reads each page when the loop reaches it. */
  async *list<Name extends ListName>(
    endpoint: Name,
    ...[input]: OptionalWhenEmpty<Input<Name>>
  ): AsyncGenerator<Item<Name>, void, undefined> {
    const options: SendOptions = { ...input };
    let query: object = { limit: PAGE_SIZE, ...options.query };
    for (;;) {
      const answer = await send(this.settings, endpoint, { ...options, query });
      const page = answer as Page<Item<Name>>;
      yield* page.data;
      if (page.next_cursor === null) return;
      query = { ...query, cursor: page.next_cursor };
    }
  }
}
