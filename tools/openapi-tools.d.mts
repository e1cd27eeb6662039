/**
 * Resolves with the absolute path of the executables' folder; rejects if they cannot be installed.
 */
export function provideNpmTools(): Promise<string>;
/**
 * Resolves with the executable's absolute path; rejects with instructions if it cannot be
 * installed.
 */
export function providePython(): Promise<string>;
