/** Paths of all test files, from the root of the checkout. */
export function listTests(): string[];

export class ImportGraph {
  reach(file: string): ReadonlySet<string>;
  findServers(file: string): string[];
  isSelfContained(file: string): boolean;
}
