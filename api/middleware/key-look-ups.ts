import DataLoader from 'dataloader';
import type { Known } from '../../domain/accounts/caller.js';
import type { Asked, Beside, LookUpKeys, ReadBeside } from '../../domain/accounts/look-up-keys.js';

type Loader = DataLoader<Asked, Known | null>;

/** Statements under way at once. While they are, the requests that come are collected. */
const AT_ONCE = 2;

/** Requests in one statement. */
const TOGETHER_MAX = 32;

/**
 * The look-ups of API keys of one process (docs/decisions/0024). Whoever comes alone is looked up
 * at once; those who come while the database is busy with others are looked up together, in one
 * statement.
 */
export class KeyLookUps {
  /** By what is read beside, of which there are a few constants. */
  private readonly loaders = new Map<Beside | null, Loader>();
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly createLookUp: (beside: Beside | null) => LookUpKeys) {}

  /**
   * Looks an API key up by its hash, and counts the request against its rate.
   * @returns null for an unknown or revoked key
   */
  find(hash: Buffer, wanted: ReadBeside | null): Promise<Known | null> {
    const beside = wanted?.beside ?? null;
    const loader = this.loaders.get(beside) ?? this.addLoader(beside);
    return loader.load({ hash, about: wanted?.about ?? null });
  }

  private addLoader(beside: Beside | null): Loader {
    const lookUp = this.createLookUp(beside);
    const loader: Loader = new DataLoader((asked) => this.send(() => lookUp(asked)), {
      // Each request is counted, and rights may change between two.
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
    // What arrived at the same time comes along.
    setImmediate(begin);
  }

  private async send<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // First those who have waited are answered, and whoever has come by then goes along.
      if (next) setImmediate(next);
      else this.underWay -= 1;
    }
  }
}
