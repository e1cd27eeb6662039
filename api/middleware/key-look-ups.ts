import DataLoader from 'dataloader';
import type { AuthenticatedCaller } from '../../domain/accounts/caller.js';
import type {
  KeyLookup,
  ExtraQuery,
  KeyLookupFunction,
  ExtraRead,
} from '../../domain/accounts/look-up-keys.js';

type Loader = DataLoader<KeyLookup, AuthenticatedCaller | null>;

/** Maximum concurrent statements. Requests that arrive in the meantime are collected. */
const AT_ONCE = 2;

/** Maximum requests in one statement. */
const TOGETHER_MAX = 32;

/**
 * Lookups of API keys of one process (docs/decisions/0024). A single request is looked up
 * immediately. Requests that arrive while others are in flight are looked up together, in one
 * statement.
 */
export class KeyLookupBatcher {
  /** Loaders by the data loaded with the key, which is one of a few constants. */
  private readonly loaders = new Map<ExtraQuery | null, Loader>();
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly createLookUp: (beside: ExtraQuery | null) => KeyLookupFunction) {}

  /**
   * Looks up an API key by its hash, and counts the request against its rate.
   * @returns null for an unknown or revoked key
   */
  find(hash: Buffer, wanted: ExtraRead | null): Promise<AuthenticatedCaller | null> {
    const beside = wanted?.beside ?? null;
    const loader = this.loaders.get(beside) ?? this.addLoader(beside);
    return loader.load({ hash, about: wanted?.about ?? null });
  }

  private addLoader(beside: ExtraQuery | null): Loader {
    const lookUp = this.createLookUp(beside);
    const loader: Loader = new DataLoader((asked) => this.send(() => lookUp(asked)), {
      // Each request is counted, and rights can change between two requests.
      cache: false,
      maxBatchSize: TOGETHER_MAX,
      batchScheduleFn: (begin) => this.schedule(begin),
    });
    this.loaders.set(beside, loader);
    return loader;
  }

  private schedule(begin: () => void): void {
    if (this.underWay >= AT_ONCE) {
      this.waiting.push(begin);
      return;
    }
    this.underWay += 1;
    // Include requests that arrived at the same time.
    setImmediate(begin);
  }

  private async send<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Answer the waiting requests first, and include requests that arrive by then.
      if (next) setImmediate(next);
      else this.underWay -= 1;
    }
  }
}
