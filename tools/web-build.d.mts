/**
 * Provides the folder of the built dashboard; returns immediately if nothing has changed since the
 * last build.
 */
export function provideDashboard(): Promise<string>;
