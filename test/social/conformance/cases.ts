import { startWorld, type World, type WorldOptions } from './world.js';
import type { SocialSubject } from './subject.js';

/** Registers tests and counts the cases that have run. */
export class Cases {
  ran = 0;

  constructor(private readonly subject: SocialSubject) {}

  /** Adds one case with a separate fake platform. */
  add(title: string, run: (world: World) => Promise<void>): void {
    it(title, async () => {
      await this.inWorld({}, run);
      this.ran += 1;
    });
  }

  /** Adds one test that consists of several cases; `count` counts each of them. */
  addMany(title: string, run: (count: () => void) => Promise<void>): void {
    it(title, () => run(() => void (this.ran += 1)));
  }

  /** Runs a function with a separate fake platform, which is stopped afterwards. */
  async inWorld<T>(options: WorldOptions, run: (world: World) => Promise<T>): Promise<T> {
    const world = await startWorld(this.subject, options);
    try {
      return await run(world);
    } finally {
      await world.end();
    }
  }

  /** Runs cases concurrently if they only wait for a timeout, and otherwise one after the other. */
  async eachSideBySide<T>(
    list: readonly T[],
    isSilent: boolean,
    run: (each: T) => Promise<void>,
  ): Promise<void> {
    if (isSilent) await Promise.all(list.map(run));
    else for (const each of list) await run(each);
  }
}
