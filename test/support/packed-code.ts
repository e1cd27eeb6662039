import { provideCode, provideWorkflowBundle } from '../../tools/start-code.mjs';

/** Both functions read all sources to compute a hash, so each process calls them only once. */
let code: Promise<string> | null = null;
let bundle: Promise<string> | null = null;

/** Finds the folder with the code that `npm start` runs: compiled and bundled from the sources. */
export const findPackedCode = (): Promise<string> => (code ??= provideCode());

/** Finds the bundle of workflow code that orchestrators load. */
export const findWorkflowBundle = (): Promise<string> => (bundle ??= provideWorkflowBundle());
