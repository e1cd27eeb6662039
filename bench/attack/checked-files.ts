import { makeHostileFiles } from '../../test/media/credentials/hostile-files.js';
import type { Attack } from './attacks.js';
import { send, tally } from './outcomes.js';

const FILES = 200;
const TOGETHER = 16;
/** Largest file that the first check accepts. */
const BYTES_MAX = 20_000_000;

const check = (url: string, bytes: Buffer, index: number): Promise<string> => {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  const headers = { 'X-Forwarded-For': `198.18.${index % 100}.1` };
  return send(`${url}/v1/verify`, { body, headers });
};

/** Attacks with files that unauthenticated clients send for verification. */
export const CHECKED_FILES: readonly Attack[] = [
  {
    name: `${FILES} damaged files to check from 100 networks`,
    async run({ url }) {
      const files = await makeHostileFiles(FILES);
      return tally(FILES, TOGETHER, (index) => check(url, files[index] ?? Buffer.alloc(1), index));
    },
  },
  {
    name: '100 files of 20 MB to check from 100 networks',
    async run({ url }) {
      const [file = Buffer.alloc(0)] = await makeHostileFiles(1);
      const bytes = Buffer.concat([file, Buffer.alloc(BYTES_MAX - file.length, 'c2pa')]);
      return tally(100, TOGETHER, (index) => check(url, bytes, index));
    },
  },
];
