import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { uploadSuite } from '../api/uploads-rig.js';
import { fixture, SAMPLES } from '../media/inspection/samples.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { MODES, usePythonClient } from './python-rig.js';

const RUN_MS = 120_000;
/** The largest video that the platform accepts. */
const BYTES = 200_000_000;
/**
 * Maximum growth of the process: a few pieces of the file, and the modules that httpx loads on its
 * first request.
 */
const RSS_MIB_MAX = 40;

interface Sent {
  readonly upload: { readonly status: string; readonly size: number; readonly kind: string };
  readonly rss_kib: readonly [number, number];
  readonly seconds: number;
  readonly reports: number;
  readonly last: readonly [number, number];
}

/** Writes a valid clip, extended to the size by a box of zeros, as a sparse file. */
async function writeClip(path: string): Promise<void> {
  const clip = fixture('clip.mp4');
  const box = Buffer.alloc(8);
  box.writeUInt32BE(BYTES - clip.length);
  box.write('free', 4);
  await writeFile(path, Buffer.concat([clip, box]));
  const file = await open(path, 'r+');
  await file.truncate(BYTES);
  await file.close();
}

describe('an upload with the Python client', () => {
  const suite = uploadSuite();
  const client = usePythonClient();
  const folder = temporaryFolder('python-upload-');

  for (const mode of MODES) {
    it(`sends a file of 200 MB with little memory, and reports progress (${mode})`, async () => {
      const { apiKey } = await suite.customer();
      const path = join(folder(), 'clip.mp4');
      await writeClip(path);
      const did = await client.play<Sent>('upload', mode, { url: suite.api.url, apiKey }, path);
      expect(did.upload).to.include({ status: 'ready', kind: 'video', size: BYTES });
      expect(did.last).to.deep.equal([BYTES, BYTES]);
      expect(did.reports).to.equal(Math.ceil(BYTES / (256 * 1024)));
      const [before, grown] = did.rss_kib.map((kib) => Math.round(kib / 1024));
      console.log(`      RSS ${before} MiB before, +${grown} MiB, ${did.seconds.toFixed(1)} s`);
      expect(grown).to.be.below(RSS_MIB_MAX);
    }).timeout(RUN_MS);

    it(`accepts bytes and open files, and reports a refused file (${mode})`, async () => {
      const { apiKey } = await suite.customer();
      const png = await SAMPLES['image/png']();
      const path = join(folder(), 'photo.png');
      await writeFile(path, png);
      const did = await client.play<object>('sources', mode, { url: suite.api.url, apiKey }, path);
      expect(did).to.deep.include({
        ready: [
          ['ready', png.length],
          ['ready', png.length],
        ],
        refused: ['VALIDATION_ERROR', 'UPLOAD_NOT_READY'],
        edited: true,
      });
      expect(did).to.have.property('unnamed').that.includes('Pass content_type');
    }).timeout(RUN_MS);
  }
});
