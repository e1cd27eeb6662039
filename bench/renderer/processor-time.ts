/** Runs `work` and returns its result with the CPU time of all threads, in milliseconds. */
export async function timeOf<T>(
  work: () => T | Promise<T>,
): Promise<readonly [ms: number, made: T]> {
  const before = process.cpuUsage();
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1_000, made];
}

/** Adds up the times of the same stages over several rounds. */
export class Stages {
  readonly #sums = new Map<string, { total: number; rounds: number }>();

  /** Runs a stage and measures the CPU time of the stage. */
  async run<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const [ms, made] = await timeOf(work);
    const sum = this.#sums.get(name) ?? { total: 0, rounds: 0 };
    this.#sums.set(name, { total: sum.total + ms, rounds: sum.rounds + 1 });
    return made;
  }

  /** Returns a stage's mean time in milliseconds; 0 if it never ran. */
  mean(name: string): number {
    const { total, rounds } = this.#sums.get(name) ?? { total: 0, rounds: 1 };
    return total / rounds;
  }

  names(): readonly string[] {
    return [...this.#sums.keys()];
  }
}
