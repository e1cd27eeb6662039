import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds an installed program's path; null if the program is not installed.
 * @param path the folders, as `PATH` lists them
 */
export function findProgram(name: string, path: string): string | null {
  const places = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name));
  return places.find(canRun) ?? null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
