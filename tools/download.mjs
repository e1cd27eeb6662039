import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { say } from './progress.mjs';

const ANSWER_MS = 4_000;
const DOWNLOAD_MS = 300_000;
const ARCHIVE_BYTES_MAX = 300 * 1024 * 1024;

/**
 * Downloads the official archive of a tool, checks its SHA-256 and unpacks its binary.
 * @param {string} name file name of the binary in the archive
 * @param {import('./pins.mjs').Release | null} release
 * @param {string} folder empty work folder; receives the file `name`
 * @returns {Promise<boolean>} false if there is no release, its host does not respond within four
 * seconds, or it publishes no checksum for the archive; rejects if the transfer fails, or a
 * checksum differs from the pinned one
 */
export async function download(name, release, folder) {
  if (!release) return false;
  const published = await fetchChecksum(release);
  if (!published) return false;
  const expected = release.sha256 ?? published;
  if (published !== expected) {
    throw new Error(`The release of ${release.archive} lists ${published}, not ${expected}`);
  }
  const pinned = release.sha256
    ? ''
    : ' (no checksum is pinned, so the checksum of the release is trusted)';
  say(`${name}: downloading ${release.archive}${pinned}`);
  const archive = join(folder, release.archive);
  try {
    const actual = await save(`${release.base}/${release.archive}`, archive);
    if (actual !== expected) throw new Error(`its SHA-256 is ${actual}, not ${expected}`);
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder]);
  } catch (error) {
    throw new Error(`The download of ${release.archive} failed: ${error.message}`, {
      cause: error,
    });
  } finally {
    await rm(archive, { force: true });
  }
  return liftOut(name, folder);
}

/**
 * Reads the SHA-256 of the archive from the `checksums.txt` of the release; null if it is
 * unavailable.
 */
async function fetchChecksum({ base, archive }) {
  let text;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`${base}/checksums.txt`, { signal });
    if (!response.ok) return null;
    text = await response.text();
  } catch {
    // After any network error the tool is built from source instead.
    return null;
  }
  for (const line of text.split('\n')) {
    const [digest, file] = line.trim().split(/\s+\*?/);
    if (file === archive && /^[0-9a-f]{64}$/.test(digest)) return digest;
  }
  return null;
}

/** Writes the response body to `file`; resolves with its SHA-256 in hex. */
async function save(url, file) {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > ARCHIVE_BYTES_MAX ? new Error('archive is too large') : null, chunk);
    },
  });
  await pipeline(Readable.fromWeb(response.body), meter, createWriteStream(file));
  return hash.digest('hex');
}

/** Moves the binary to the top folder, because some archives contain a subfolder. */
async function liftOut(name, folder) {
  const entries = await readdir(folder, { recursive: true });
  const found = entries.find((entry) => basename(entry) === name);
  if (!found) return false;
  if (found !== name) await rename(join(folder, found), join(folder, name));
  return true;
}
