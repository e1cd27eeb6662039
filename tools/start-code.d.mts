/** The folder with the compiled sources of this checkout. */
export function provideCode(): Promise<string>;
/** The file of the bundle of workflow code. */
export function provideWorkflowBundle(): Promise<string>;
