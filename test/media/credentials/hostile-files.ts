import { createCredentialSigner } from '../../../adapters/media/credentials/signer.js';
import { makeLeaf, makeRoot } from '../../../adapters/media/credentials/certificates.js';
import { randomFrom } from '../../support/random.js';
import { SAMPLES } from '../inspection/samples.js';
import { CREATED, TYPES } from './rig.js';

/**
 * Makes deliberately damaged signed files: with flipped bytes, huge lengths, removed or repeated
 * parts, and nested manifests.
 */
export async function makeHostileFiles(count: number, seed = 20_261_125): Promise<Buffer[]> {
  const random = randomFrom(seed);
  const pick = (end: number) => Math.floor(random() * end);
  const originals = await signSamples();
  return Array.from({ length: count }, (_, index) => {
    const bytes = Buffer.from(originals[index % originals.length] ?? Buffer.alloc(0));
    return DAMAGES[pick(DAMAGES.length)]?.(bytes, pick) ?? bytes;
  });
}

type Pick = (end: number) => number;

const DAMAGES: readonly ((bytes: Buffer, pick: Pick) => Buffer)[] = [
  function flip(bytes, pick) {
    for (let times = 1 + pick(50); times > 0; times -= 1) bytes[pick(bytes.length)] = pick(256);
    return bytes;
  },
  function enlargeLengths(bytes, pick) {
    for (let times = 20; times > 0; times -= 1) {
      bytes.writeUInt32BE(0x7fffffff + pick(2), pick(bytes.length - 4));
    }
    return bytes;
  },
  (bytes, pick) => bytes.subarray(0, pick(bytes.length)),
  (bytes, pick) => Buffer.concat([bytes, ...Array.from({ length: 1 + pick(20) }, () => bytes)]),
  function repeatPart(bytes, pick) {
    const [start, length] = [pick(bytes.length), 1 + pick(64)];
    const part = bytes.subarray(start, start + length);
    const repeated = Array.from({ length: 20_000 }, () => part);
    return Buffer.concat([bytes.subarray(0, start), ...repeated, bytes.subarray(start)]);
  },
  function damageManifest(bytes, pick) {
    const start = Math.max(0, bytes.indexOf('jumb'));
    for (let times = 200; times > 0; times -= 1) {
      bytes[Math.min(bytes.length - 1, start + pick(4_000))] = pick(256);
    }
    return bytes;
  },
];

async function signSamples(): Promise<Buffer[]> {
  const root = await makeRoot('Tests');
  const { privateKey, certificate } = await makeLeaf(root, 'Tests');
  const signer = createCredentialSigner();
  const identity = { privateKey, certificates: [certificate] };
  const signed: Buffer[] = [];
  for (const contentType of TYPES) {
    const file = { bytes: await SAMPLES[contentType](), contentType };
    const { bytes } = await signer.sign(identity, file, CREATED, []);
    signed.push(Buffer.from(bytes));
  }
  await signer.close();
  return signed;
}
