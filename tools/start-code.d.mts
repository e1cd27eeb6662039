/** Path of the folder with the compiled sources of this checkout. */
export function provideCode(): Promise<string>;
/** Path of the bundle of workflow code. */
export function provideWorkflowBundle(): Promise<string>;
