/** Reads the duration of each file in milliseconds from test/times.json. */
export function readTimes(): Record<string, number>;
export function planFullRun(
  files?: readonly string[],
  times?: Record<string, number>,
): { together: string[]; alone: string[] };
export function findQuickFiles(files?: readonly string[], times?: Record<string, number>): string[];
export function findAffected(changed: readonly string[], files?: readonly string[]): string[];
