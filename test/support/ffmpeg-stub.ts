import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Program that accepts the arguments of ffmpeg and decodes nothing. Its output depends on the
 * requested time.
 */
export interface FfmpegStub {
  readonly program: string;
  /** Reads the arguments of each call. */
  readonly calls: () => Promise<string[][]>;
  readonly remove: () => Promise<void>;
}

/** Output of the stub for a time in seconds: a picture of one colour, a failure, or no picture. */
export type Shows = 'green' | 'red' | 'failure' | 'nothing';

const colour = (background: string) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer();

/** @param show output by time; the source text of this function becomes part of the program */
export async function ffmpegStub(show: (at: number) => Shows): Promise<FfmpegStub> {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-stub-'));
  const program = join(folder, 'ffmpeg');
  const log = join(folder, 'calls');
  await writeFile(log, '');
  for (const name of ['green', 'red']) await writeFile(join(folder, name), await colour(name));
  const code = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + '\\n');
const shown = (${show.toString()})(Number(args[args.indexOf('-ss') + 1]));
if (shown === 'failure') process.exit(1);
if (shown === 'nothing') setInterval(() => undefined, 60_000);
else process.stdout.write(readFileSync(${JSON.stringify(`${folder}/`)} + shown));
`;
  await writeFile(program, code, { mode: 0o755 });
  return {
    program,
    calls: async () => {
      const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line) as string[]);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Checks whether a picture is mostly red. The moderators in the tests reject such pictures. */
export async function isRed(picture: Buffer): Promise<boolean> {
  const { dominant } = await sharp(picture).stats();
  return dominant.r > 200 && dominant.g < 100;
}
