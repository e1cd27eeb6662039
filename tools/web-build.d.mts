/**
 * Provides the folder of the built dashboard; immediate if nothing has changed since the last
 * build.
 */
export function provideDashboard(): Promise<string>;
