/** Returns the paths of all test files, relative to the checkout's root. */
export function listTests(): string[];

export class ImportGraph {
  reach(file: string): ReadonlySet<string>;
  findServers(file: string): string[];
  isSelfContained(file: string): boolean;
}
