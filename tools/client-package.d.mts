/** Resolves with the path of a project in which the packed client is installed. */
export function provideClientProject(): Promise<string>;
/** Resolves with the absolute path of the executables' folder; rejects if they cannot be installed. */
export function provideClientChecks(): Promise<string>;
