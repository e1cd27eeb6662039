import DataLoader from 'dataloader';
import type { AuthenticatedCaller } from '../../domain/accounts/caller.js';
import type {
  KeyLookup,
  ExtraQuery,
  KeyLookupFunction,
  ExtraRead,
} from '../../domain/accounts/find-callers.js';

type Loader = DataLoader<KeyLookup, AuthenticatedCaller | null>;

/**
 * Maximum concurrent statements. Requests that arrive in the meantime wait for the next statement.
 */
const STATEMENTS_MAX = 2;

/** Maximum requests looked up in one statement. */
const TOGETHER_MAX = 32;

/**
 * Batches this process's API key lookups (docs/decisions/0024). A single request is looked up
 * immediately. Requests that arrive while others are in flight are looked up together, in one
 * statement.
 */
export class KeyLookupBatcher {
  /**
   * Loaders by the extra data that they load with the key. The extra data is one of a few
   * constants.
   */
  private readonly loaders = new Map<ExtraQuery | null, Loader>();
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly createLookup: (prefetch: ExtraQuery | null) => KeyLookupFunction) {}

  /**
   * Looks up an API key by its hash, and counts the request against its rate.
   * @returns null for an unknown or revoked key
   */
  find(hash: Buffer, wanted: ExtraRead | null): Promise<AuthenticatedCaller | null> {
    const prefetch = wanted?.query ?? null;
    const loader = this.loaders.get(prefetch) ?? this.addLoader(prefetch);
    return loader.load({ hash, about: wanted?.about ?? null });
  }

  private addLoader(prefetch: ExtraQuery | null): Loader {
    const lookUp = this.createLookup(prefetch);
    const loader: Loader = new DataLoader((asked) => this.send(() => lookUp(asked)), {
      // Do not cache: each request is counted, and rights can change between two requests.
      cache: false,
      maxBatchSize: TOGETHER_MAX,
      batchScheduleFn: (begin) => this.schedule(begin),
    });
    this.loaders.set(prefetch, loader);
    return loader;
  }

  private schedule(begin: () => void): void {
    if (this.underWay >= STATEMENTS_MAX) {
      this.waiting.push(begin);
      return;
    }
    this.underWay += 1;
    // Wait, to include requests that arrived at the same time.
    setImmediate(begin);
  }

  private async send<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Answer the waiting requests first, so that the next batch includes requests that arrive by
      // then.
      if (next) setImmediate(next);
      else this.underWay -= 1;
    }
  }
}
