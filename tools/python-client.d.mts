/**
 * Resolves with absolute paths: a Python that builds the wheel of clients/python, and the folder
 * with the wheels of its dependencies. Rejects with alternatives if none can be provided.
 */
export function providePythonClient(): Promise<{ python: string; wheels: string }>;
