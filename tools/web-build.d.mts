/** The folder of the built dashboard; at once when nothing has changed since the last build. */
export function provideDashboard(): Promise<string>;
