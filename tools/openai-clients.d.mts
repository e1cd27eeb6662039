/**
 * Resolves with the absolute path of a Python that has the clients; rejects with alternatives if
 * none can be provided.
 */
export function provideOpenAiClients(): Promise<string>;
