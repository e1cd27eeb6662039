/** Makes the client of the dashboard; what was in the folder is removed. */
export function writeWebClient(folder: string): Promise<void>;
