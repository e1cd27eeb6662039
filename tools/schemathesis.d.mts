/** Absolute path of the executable; rejects with the ways out when it cannot be had. */
export function provideSchemathesis(): Promise<string>;
