import DataLoader from 'dataloader';
import type { Known } from '../../domain/accounts/authenticate.js';
import type { Asked, Beside, ReadBeside } from '../../domain/accounts/look-up-keys.js';

/** Answers in the order of what is asked. */
type LookUp = (beside: Beside | null, asked: readonly Asked[]) => Promise<(Known | null)[]>;

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
  private readonly loaders = new Map<string, DataLoader<Asked, Known | null>>();
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly lookUp: LookUp) {}

  /**
   * Looks an API key up by its hash, and counts the request against its rate.
   * @returns null for an unknown or revoked key
   */
  find(hash: Buffer, wanted: ReadBeside | null): Promise<Known | null> {
    const beside = wanted?.beside ?? null;
    const name = beside?.name ?? '';
    let loader = this.loaders.get(name);
    if (!loader) this.loaders.set(name, (loader = this.createLoader(beside)));
    return loader.load({ hash, about: wanted?.about ?? null });
  }

  private createLoader(beside: Beside | null): DataLoader<Asked, Known | null> {
    return new DataLoader((asked) => this.send(beside, asked), {
      // Each request is counted, and rights may change between two.
      cache: false,
      maxBatchSize: TOGETHER_MAX,
      batchScheduleFn: (begin) => this.schedule(begin),
    });
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

  private async send(beside: Beside | null, asked: readonly Asked[]): Promise<(Known | null)[]> {
    try {
      return await this.lookUp(beside, asked);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }
}
