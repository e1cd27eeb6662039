import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalProvider } from '../adapters/providers/local/provider.js';
import { parseRatio } from '../domain/catalogue/aspect-ratio.js';
import { computeVideoSize } from '../domain/catalogue/video-model.js';
import { VIDEO_MODELS } from '../domain/catalogue/video-models.js';
import { blackPng } from '../test/media/inspection/made.js';

/**
 * Renders the default clip of every video model with the local renderer, and measures the clip with the independent
 * tool ffprobe: `npm run bench:defaults`. Exits with code 1 if a clip differs from its request.
 */
const MOTION_SECONDS = 5;
const folder = await mkdtemp(join(tmpdir(), 'clips-'));
const provider = createLocalProvider();
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
  await writeFile(path, asset.bytes);
  const streams = await measure(path);
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  lines.push({
    model: id,
    asked: `${size.width}x${size.height} ${seconds} s`,
    measured: `${video?.width}x${video?.height} ${Number(video?.duration)} s`,
    frames: Number(video?.nb_read_frames),
    codecs: [video?.codec_name, audio?.codec_name].join(' '),
    'film s': Number(((performance.now() - began) / 1_000).toFixed(1)),
  });
}
await rm(folder, { recursive: true });
console.table(lines);
const wrong = lines.filter(({ asked, measured }) => asked !== measured);
process.exitCode = wrong.length > 0 ? 1 : 0;
