/** Names of the server binaries that `tools/setup.mjs` provides. */
export type ToolName = 'temporal' | 'versitygw' | 'temporal-test-server';

/**
 * Resolves with each executable's absolute path; rejects with instructions if one cannot be
 * provided.
 */
export function provideTools<Name extends ToolName>(
  names: readonly Name[],
): Promise<Record<Name, string>>;
