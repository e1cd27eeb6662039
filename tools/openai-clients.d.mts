/** Absolute path of a Python with the clients; rejects with the ways out when it cannot be had. */
export function provideOpenAiClients(): Promise<string>;
