/** Names of the server binaries `tools/setup.mjs` provides. */
export type ToolName = 'temporal' | 'versitygw' | 'temporal-test-server';

/** Absolute path of each executable; rejects with instructions when one cannot be provided. */
export function provideTools<Name extends ToolName>(
  names: readonly Name[],
): Promise<Record<Name, string>>;
