import { randomFrom } from '../support/random.js';

/** A call of an external system. */
type Call<A extends unknown[], R> = (...given: A) => Promise<R>;

/**
 * Executes calls, but reports a failure to the caller for some of them, as if the response were lost. The seed alone
 * decides which calls fail.
 */
export class LostAnswers {
  /** Number of lost responses, by kind of call. */
  readonly lost = new Map<string, number>();

  constructor(
    private readonly seed: number,
    private readonly share: number,
  ) {}

  /** Wraps a call so that some responses are lost; the caller then gets `failure`. */
  of<A extends unknown[], R>(
    kind: string,
    call: Call<A, R>,
    failure: () => Error = () => new Error(`${kind}: no answer (fault injection)`),
  ): Call<A, R> {
    const random = randomFrom(this.seed + hash(kind));
    this.lost.set(kind, 0);
    return async (...given) => {
      const loses = random() < this.share;
      const answer = await call(...given);
      if (!loses) return answer;
      this.lost.set(kind, (this.lost.get(kind) ?? 0) + 1);
      throw failure();
    };
  }

  /** Wraps an object so that every method loses some responses. */
  ofAll<T extends Record<keyof T, Call<never[], unknown>>>(object: T): T {
    const entries = Object.entries<Call<never[], unknown>>(object);
    return Object.fromEntries(entries.map(([kind, call]) => [kind, this.of(kind, call)])) as T;
  }
}

const hash = (text: string) => Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) | 0, 7);

/** Wraps an object and replaces some of its methods. */
export function withMethods<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const found: unknown = Reflect.get(name in methods ? methods : target, name);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}
