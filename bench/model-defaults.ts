import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { toDeliverable } from '../adapters/media/deliverable.js';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import { parseRatio } from '../domain/catalogue/aspect-ratio.js';
import {
  computeImageSize,
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
} from '../domain/catalogue/image-model.js';
import { computeVideoSize } from '../domain/catalogue/video-model.js';
import { VIDEO_MODELS } from '../domain/catalogue/video-models.js';
import { blackPng } from '../test/media/inspection/made.js';
import { openTwoReaders } from './two-readers.js';

/**
 * Renders the default clip of every video model with the local renderer, signs it, and measures it with the independent
 * tool ffprobe. Signs an image of every size, too, and reads all files with our reader and with c2pa-python:
 * `npm run bench:defaults`. Exits with code 1 if a clip differs from its request, or if a signature is not valid.
 */
const MOTION_SECONDS = 5;
const folder = await mkdtemp(join(tmpdir(), 'clips-'));
const provider = createLocalProvider();
const readers = await openTwoReaders();
const context = { signal: new AbortController().signal, onProgress: () => undefined };

interface Stream {
  codec_name: string;
  codec_type: string;
  width?: number;
  height?: number;
  duration: string;
  nb_read_frames?: string;
}

async function measure(path: string): Promise<Stream[]> {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', path];
  const { stdout } = await promisify(execFile)('ffprobe', args, { timeout: 120_000 });
  return (JSON.parse(stdout) as { streams: Stream[] }).streams;
}

const lines = [];
for (const { id, defaults } of VIDEO_MODELS) {
  const seconds = Number(defaults.duration ?? MOTION_SECONDS);
  const size = computeVideoSize(defaults.resolution, parseRatio(defaults.aspectRatio) ?? 1);
  const began = performance.now();
  const asset = await provider.generate(
    {
      kind: 'video',
      generationId: 'gen_a',
      upstreamModel: 'studio',
      attempt: 1,
      seed: 1,
      ...size,
      prompt: 'a red fox, zoom in',
      fullPrompt: '',
      seconds,
      audio: defaults.audio,
      aspectRatio: defaults.aspectRatio,
      resolution: defaults.resolution,
      firstFrame: {
        bytes: blackPng(512),
        contentType: 'image/png',
      },
      references: [],
      narration: null,
      motion: null,
    },
    context,
  );
  if (!('bytes' in asset)) throw new Error('the renderer must return bytes');
  const path = join(folder, `${id}.mp4`);
  const signed = await readers.sign({ bytes: asset.bytes, contentType: 'video/mp4' });
  await writeFile(path, signed);
  const streams = await measure(path);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  lines.push({
    model: id,
    asked: `${size.width}x${size.height} ${seconds} s`,
    measured: `${video?.width}x${video?.height} ${Number(video?.duration)} s`,
    frames: Number(video?.nb_read_frames),
    codecs: [video?.codec_name, audio?.codec_name].join(' '),
    ours: await readers.readOurs(signed),
    'c2pa-python': (await readers.readTheirs([path]))[0],
    'film s': Number(((performance.now() - began) / 1_000).toFixed(1)),
  });
}
console.table(lines);

const images: { path: string; ours: string }[] = [];
for (const ratio of IMAGE_ASPECT_RATIOS) {
  for (const resolution of IMAGE_RESOLUTIONS) {
    const size = computeImageSize(ratio, resolution);
    const drawn = sharp({ create: { ...size, channels: 3, background: '#7a9' } });
    const asset = await drawn.png().toBuffer();
    const origin = { generationId: 'gen_bench', synthetic: 'trained' } as const;
    const { image } = await toDeliverable(asset, origin);
    const bytes = await readers.sign({ bytes: image, contentType: 'image/webp' });
    const path = join(folder, `${ratio.replace(':', 'x')}-${resolution}.webp`);
    await writeFile(path, bytes);
    images.push({ path, ours: await readers.readOurs(bytes) });
  }
}
const theirs = await readers.readTheirs(images.map(({ path }) => path));
const validImages = images.filter(({ ours }, at) => ours === 'valid' && theirs[at] === 'Valid');
console.log(`Images valid by both readers: ${validImages.length} of ${images.length} sizes.`);
await readers.close();
await rm(folder, { recursive: true });
const wrong = lines.filter(
  ({ asked, measured, ours, 'c2pa-python': other }) =>
    asked !== measured || ours !== 'valid' || other !== 'Valid',
);
process.exitCode = wrong.length > 0 || validImages.length < images.length ? 1 : 0;
