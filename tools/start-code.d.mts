/** Resolves with the path of the folder with this checkout's compiled sources. */
export function provideCode(): Promise<string>;
/** Resolves with the path of the workflow code bundle. */
export function provideWorkflowBundle(): Promise<string>;
