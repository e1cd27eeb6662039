import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { makeLeaf, makeRoot } from '../adapters/media/credentials/certificates.js';
import {
  createCredentialReader,
  createCredentialSigner,
} from '../adapters/media/credentials/signer.js';
import { toDeliverable } from '../adapters/media/deliverable.js';
import { addXmpBox } from '../adapters/media/mp4-provenance.js';
import { toProvenanceXmp } from '../adapters/media/provenance.js';
import { GENERATION_ASSERTION } from '../domain/ports/content-credentials.js';
import { describeActions } from '../domain/provenance/describe-actions.js';
import { clip } from '../packages/studio/test/clip/clips.js';

/*
 * Measures the cost of signing an output: time, bytes and memory of the process. Clips are short
 * and padded to the size of clips of 5 and 12 seconds, because the time depends on the size. Run it
 * with `npm run bench:provenance`.
 */

const ROUNDS = 20;
const origin = { generationId: 'gen_bench', synthetic: 'trained' } as const;
const time = new Date().toISOString();
const steps = { model: 'model', time, parent: null, isConverted: true, isMarked: false } as const;
const making = { ...origin, ...steps };
const manifest = {
  generator: { name: 'media-generation-platform', version: '0' },
  actions: describeActions(making, []),
  assertions: { [GENERATION_ASSERTION]: { generation_id: 'gen_bench', model: 'model', time } },
};

async function drawPicture(side: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const small = { width: side / 8, height: side / 8, channels: 3, noise } as const;
  const drawn = sharp({ create: { ...small, background: 'grey' } }).resize(side, side);
  return (await toDeliverable(await drawn.png().toBuffer(), origin)).image;
}

async function fillClip(megabytes: number): Promise<Buffer> {
  const made = addXmpBox(await clip({ width: 320, height: 180 }), toProvenanceXmp(origin));
  const box = Buffer.alloc(megabytes * 1_000_000 - made.length, 7);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  return Buffer.concat([made, box]);
}

const FILES = {
  '1K image': ['image/webp', () => drawPicture(1_024)],
  '4K image': ['image/webp', () => drawPicture(4_096)],
  '5 s clip, 6 MB': ['video/mp4', () => fillClip(6)],
  '12 s clip, 25 MB': ['video/mp4', () => fillClip(25)],
  'largest clip, 250 MB': ['video/mp4', () => fillClip(250)],
} as const;

const root = await makeRoot('Bench');
const leaf = await makeLeaf(root, 'Bench');
const identity = { privateKey: leaf.privateKey, certificates: [leaf.certificate] };
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

for (const [name, [contentType, make]] of Object.entries(FILES)) {
  const bytes = await make();
  const signer = createCredentialSigner();
  const reader = createCredentialReader();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const sign = () => signer.sign(identity, { bytes, contentType }, manifest, []);
  const started = performance.now();
  let signed = await sign();
  const first = performance.now() - started;
  const rounds = bytes.length > 100_000_000 ? 2 : ROUNDS;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    signed = await sign();
    times.push(performance.now() - from);
  }
  clearInterval(watch);
  const from = performance.now();
  const { credentials } = await reader.examine(signed.bytes, [root.certificate]);
  console.log({
    name,
    bytes: bytes.length,
    added_bytes: signed.bytes.length - bytes.length,
    first_ms: Math.round(first),
    median_ms: Math.round(median(times)),
    memory_mb: Math.round((peak - before) / 1e6),
    first_read_ms: Math.round(performance.now() - from),
    state: credentials.state,
  });
  await signer.close();
  await reader.close();
}
