import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Program that accepts the arguments of ffmpeg. It does not encode, and writes the given bytes. */
export interface EncoderStub {
  readonly program: string;
  /** Reads the arguments of each call. */
  readonly calls: () => Promise<string[][]>;
  readonly remove: () => Promise<void>;
}

/**
 * @param made the clip to write; `fails` and `hangs` simulate a failure and a program that never
 * ends
 */
export async function encoderStub(made: Buffer | 'fails' | 'hangs'): Promise<EncoderStub> {
  const folder = await mkdtemp(join(tmpdir(), 'encoder-stub-'));
  const [program, log, clip] = ['ffmpeg', 'calls', 'made'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(log, '');
  await writeFile(clip, typeof made === 'string' ? '' : made);
  const code = `#!${process.execPath}
const { appendFileSync, copyFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + '\\n');
const made = ${JSON.stringify(typeof made === 'string' ? made : 'made')};
if (made === 'fails') process.exit(1);
if (made === 'hangs') setInterval(() => undefined, 60_000);
else copyFileSync(${JSON.stringify(clip)}, args.at(-1));
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
