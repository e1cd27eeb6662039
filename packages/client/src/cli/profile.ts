import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type Environment } from './command.js';

/** Content of the file that `media login` writes. */
export interface Profile {
  readonly api_url: string;
  readonly api_key: string;
}

/** Finds the file of the profile (XDG Base Directory Specification). */
export function findProfile(env: Environment): string {
  const folder = env['XDG_CONFIG_HOME']?.trim() || join(env['HOME'] || homedir(), '.config');
  return join(folder, 'media-platform', 'config.json');
}

/** @returns null without a profile. @throws {CommandError} if the file is damaged */
export function readProfile(env: Environment): Profile | null {
  const file = findProfile(env);
  const text = readText(file);
  if (text === null) return null;
  const profile = parse(text);
  if (typeof profile?.api_url === 'string' && typeof profile.api_key === 'string') return profile;
  throw new CommandError(`${file} is damaged. Run \`media login\` to write it again.`);
}

/** Writes the profile so that only its owner can read it. @returns the path of its file */
export function writeProfile(env: Environment, profile: Profile): string {
  const file = findProfile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  // Create the file with its mode before writing the key; the rename prevents a partial file.
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(half, file);
  return file;
}

/** @returns whether there was a profile */
export function deleteProfile(env: Environment): boolean {
  const file = findProfile(env);
  if (readText(file) === null) return false;
  rmSync(file);
  return true;
}

/** @returns null if there is no such file */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string): Profile | null {
  try {
    return JSON.parse(text) as Profile | null;
  } catch {
    return null;
  }
}
