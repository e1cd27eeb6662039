/** Absolute path of the executable; rejects with instructions when it cannot be installed. */
export function provideSchemathesis(): Promise<string>;
