/**
 * Resolves with the absolute path of a Python that has c2pa-python; rejects with alternatives if
 * none can be provided.
 */
export function provideC2paReader(): Promise<string>;
