/** Absolute path of the folder of executables; rejects when they cannot be installed. */
export function provideNpmTools(): Promise<string>;
/** Absolute path of the executable; rejects with instructions when it cannot be installed. */
export function providePython(): Promise<string>;
