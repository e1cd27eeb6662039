import { access, constants, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { sleep } from '../sleep.js';
import { readChunks } from '../upload-source.js';
import { CommandError, UsageError, valueOf, type Context, type Option } from './command.js';
import { typeOf, wordsOf, type CompletedWork } from './work.js';

export const SAVE_OPTIONS: readonly Option[] = [
  {
    name: 'out',
    value: 'PATH',
    isFile: true,
    help: 'file or folder for the result (default: a new file here)',
  },
  { name: 'force', help: 'overwrite a file that exists' },
];

export const PICTURE_OPTION: Option = {
  name: 'no-picture',
  help: 'do not show the result in the terminal',
};

/** Destination of a command's results. */
export interface Target {
  /** File or folder; undefined means the working folder. */
  readonly out: string | undefined;
  readonly isFolder: boolean;
  readonly mayOverwrite: boolean;
  /** Number of results. */
  readonly count: number;
}

const SLUG_CHARACTERS = 40;
const DOWNLOAD_MS = 10 * 60_000;
const ATTEMPTS = 4;
const PAUSE_MS = 1_000;
const EXTENSIONS = ['.webp', '.mp4', '.png', '.jpg', '.wav', '.mp3'];
/** Extension of each type if the address of the result has no known one. */
const DEFAULT_EXTENSIONS = { image: '.webp', video: '.mp4', speech: '.wav' };

/**
 * Checks the destination of the results before anything is charged.
 * @throws {UsageError}
 */
export async function planTarget(context: Context, count: number): Promise<Target> {
  const { values, terminal, signal } = context;
  const out = valueOf(values, 'out');
  const found = out === undefined ? null : await stat(out).catch(() => null);
  const isFolder = found?.isDirectory() === true;
  if (out?.endsWith('/') && !isFolder) throw new UsageError(`--out: there is no folder ${out}.`);
  const folder = out === undefined ? '.' : isFolder ? out : dirname(out);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`--out: the folder ${folder} does not exist or cannot be written.`);
  });
  const plan = { out, isFolder, count, mayOverwrite: values.has('force') };
  if (out === undefined || isFolder || plan.mayOverwrite) return plan;
  const files = Array.from({ length: count }, (_, index) => numberFile(out, index, count));
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  const taken = files.filter((_, index) => stats[index]);
  if (taken.length === 0) return plan;
  const question = `${taken.join(', ')} exists. Overwrite?`;
  if (terminal.canAsk && (await terminal.confirm(question, signal))) {
    return { ...plan, mayOverwrite: true };
  }
  throw new UsageError(`${taken.join(', ')} exists. Choose another --out, or add --force.`);
}

/** Downloads the result of a generation or speech. @returns the path of its file */
export async function saveResult(
  { signal }: Pick<Context, 'signal'>,
  work: CompletedWork,
  target: Target,
  index: number,
): Promise<string> {
  const file = chooseFile(work, target, index);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await download(work.result.url, file, target, signal);
      return file;
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      const next = `Get it again with: media get ${work.id} --out PATH`;
      if (code === 'EEXIST') throw new CommandError(`${file} exists. ${next}`);
      const isLocal =
        code !== undefined && /^E(ACCES|ISDIR|NOENT|NOSPC|NOTDIR|PERM|ROFS)$/.test(code);
      if (isLocal || attempt === ATTEMPTS) {
        throw new CommandError(`${file} was not saved: ${message}. ${next}`);
      }
      await sleep(PAUSE_MS * attempt, signal);
    }
  }
}

async function download(url: string, file: string, target: Target, signal: AbortSignal) {
  // Without the key, because the address of a result is public.
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]),
  });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  try {
    await writeFile(file, readChunks(response.body), { flag: target.mayOverwrite ? 'w' : 'wx' });
  } catch (error) {
    // Removes a partial file, but not a file that another program created.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true });
    throw error;
  }
}

function chooseFile(work: CompletedWork, target: Target, index: number): string {
  const { out, isFolder, count } = target;
  if (out !== undefined && !isFolder) return numberFile(out, index, count);
  return join(out ?? '', nameFile(work));
}

/** Names a file after the words and the id, such as `a-red-fox-in-snow-1a2b3c4d.webp`. */
export function nameFile(work: CompletedWork): string {
  const { id, result } = work;
  const type = typeOf(work);
  const words =
    wordsOf(work)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, SLUG_CHARACTERS).join('').replace(/-$/, '');
  const short = id
    .replace(/^(gen|spc)_/, '')
    .replaceAll(/\W/g, '')
    .slice(0, 8);
  const given = extname(URL.canParse(result.url) ? new URL(result.url).pathname : '');
  const extension = EXTENSIONS.includes(given) ? given : DEFAULT_EXTENSIONS[type];
  return `${slug || type}-${short}${extension}`;
}

/** Numbers the file if there are several results: `fox-1.webp`. */
function numberFile(out: string, index: number, count: number): string {
  if (count === 1) return out;
  const extension = extname(out);
  return join(dirname(out), `${basename(out, extension)}-${index + 1}${extension}`);
}
