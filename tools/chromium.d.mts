/** Provides the browser: its executable and the environment variables that it needs. */
export function provideChromium(): Promise<{ path: string; env: Record<string, string> }>;
