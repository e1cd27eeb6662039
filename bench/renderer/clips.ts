import { parseRatio } from '../../domain/catalogue/aspect-ratio.js';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import { computeVideoSize } from '../../domain/catalogue/video-model.js';
import { createFrameEncoder, FRAME_RATE } from '../../packages/studio/clip/encoder.js';
import { createFrameMaker, type FrameMaker } from '../../packages/studio/clip/frames.js';
import { readPictures } from '../../packages/studio/clip/pictures.js';
import type { ClipTask } from '../../packages/studio/clip/protocol.js';
import { renderClip, renderPicture } from '@media-platform/studio';
import type { Figure, Measured } from '../suite/figure.js';
import { timeOf } from './processor-time.js';

const PROMPT = 'a lighthouse by the sea at dusk, zoom in';
const SECONDS = 4;
/** The quantizer for the clip of this prompt (packages/studio/clip/quantizer.ts). */
const QUANTIZER = 26;

async function taskAt(resolution: string): Promise<ClipTask> {
  const frame = await renderPicture({
    prompt: PROMPT,
    aspectRatio: '16:9',
    resolution: '1K',
    ...computeImageSize('16:9', '1K'),
    edit: false,
    seed: 1,
    inputs: { scene: null, characters: [], products: [], references: [] },
  });
  return {
    prompt: PROMPT,
    seed: 1,
    ...computeVideoSize(resolution, parseRatio('16:9') ?? 1),
    seconds: SECONDS,
    audio: true,
    firstFrame: new Uint8Array(frame),
    references: [],
    narration: null,
    motion: null,
  };
}

async function film(task: ClipTask): Promise<void> {
  await renderClip(
    {
      ...task,
      firstFrame: { bytes: Buffer.from(task.firstFrame) },
      references: [],
      motion: null,
      narration: null,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
}

/** Measures the lower bound: only the encoder, with frames that are already rendered. */
async function encode(frames: readonly Uint8ClampedArray[], task: ClipTask): Promise<void> {
  const encoder = await createFrameEncoder(task.width, task.height, QUANTIZER);
  for (const frame of frames) encoder.add(frame);
  encoder.finish();
}

function drawAll(maker: FrameMaker): readonly Uint8ClampedArray[] {
  return Array.from({ length: maker.count }, (_, index) => maker.draw(index).slice());
}

async function measureClip(resolution: string, rounds: number) {
  const task = await taskAt(resolution);
  const maker = createFrameMaker(task, await readPictures(task), null);
  const sums = { film: 0, draw: 0, encode: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [filmed] = await timeOf(() => film(task));
    const [drawn, frames] = await timeOf(() => drawAll(maker));
    const [encoded] = await timeOf(() => encode(frames, task));
    sums.film += filmed;
    sums.draw += drawn;
    sums.encode += encoded;
  }
  const perSecond = (ms: number) => ms / 1_000 / rounds / SECONDS;
  const figure: Figure = {
    name: `Processor time of a second of a ${resolution} clip`,
    value: perSecond(sums.film),
    unit: 's',
    peer: { name: 'the H.264 encoder alone', value: perSecond(sums.encode) },
  };
  const ms = (sum: number) => ((perSecond(sum) * 1_000) / FRAME_RATE).toFixed(2);
  return { figure, row: [resolution, ms(sums.film), ms(sums.draw), ms(sums.encode)] };
}

/** Measures the CPU time of clips, compared to only encoding the same frames. */
export async function measureClips(rounds: number): Promise<Measured> {
  const clips = [await measureClip('480p', rounds), await measureClip('720p', rounds)];
  return {
    figures: clips.map(({ figure }) => figure),
    tables: [
      {
        title: 'A frame of a clip, ms of processor time',
        header: ['Resolution', 'In all', 'Drawing', 'Encoding'],
        rows: clips.map(({ row }) => row),
      },
    ],
    notes: [`Clips of ${SECONDS} s with sound; in all also counts decoding, sound and the thread.`],
  };
}
