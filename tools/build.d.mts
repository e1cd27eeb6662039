export function checkSums(list: string, folder: string): Promise<void>;
