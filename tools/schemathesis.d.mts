/**
 * Resolves with the executable's absolute path; rejects with instructions if it cannot be
 * installed.
 */
export function provideSchemathesis(): Promise<string>;
