/** Names of the server binaries `tools/setup.mjs` provides. */
export type ToolName = 'temporal' | 'versitygw' | 'temporal-test-server';

/** Absolute path of each executable; rejects with the ways out when one cannot be had. */
export function provideTools<Name extends ToolName>(
  names: readonly Name[],
): Promise<Record<Name, string>>;
