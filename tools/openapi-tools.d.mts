/** Absolute path of the folder of their executables; rejects when they cannot be had. */
export function provideNpmTools(): Promise<string>;
/** Absolute path of the executable; rejects with the ways out when it cannot be had. */
export function providePython(): Promise<string>;
