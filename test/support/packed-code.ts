import { provideCode, provideWorkflowBundle } from '../../tools/start-code.mjs';

/** Both functions read all sources for their hash, so each process calls them once. */
let code: Promise<string> | null = null;
let bundle: Promise<string> | null = null;

/** Finds the folder of the code that `npm start` runs, compiled and packed from the sources. */
export const findPackedCode = (): Promise<string> => (code ??= provideCode());

/** Finds the bundle of workflow code that orchestrators load. */
export const findWorkflowBundle = (): Promise<string> => (bundle ??= provideWorkflowBundle());
