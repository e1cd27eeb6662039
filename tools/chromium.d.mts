/** The executable of the browser, and what its process needs in its environment. */
export function provideChromium(): Promise<{ path: string; env: Record<string, string> }>;
