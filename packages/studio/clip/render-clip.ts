import { StudioFailure } from '../failure.js';
import type { Media, TaggedPicture } from '../inputs/given.js';
import { runThread, startThread } from '../run-thread.js';
import type { ClipTask, WorkerReply } from './protocol.js';

/** Everything that determines a clip. */
export interface ClipRequest {
  readonly prompt: string;
  readonly seed: number;
  /** Exact size in pixels; width and height are even. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Whether the clip has sound. */
  readonly audio: boolean;
  readonly firstFrame: Media;
  readonly references: readonly TaggedPicture[];
  /** A voice recording in any format that browsers play. */
  readonly narration: Media | null;
  /** The clip whose timing the camera follows. */
  readonly motion: { readonly clip: Media; readonly orientation: 'video' | 'image' } | null;
}

/** Lets a caller follow and stop the work. */
export interface ClipContext {
  readonly signal: AbortSignal;
  /** Called at least every second. */
  readonly onProgress: (fractionDone: number) => void;
}

/** Progress is reported at least this often, even while the worker is busy. */
const PROGRESS_MS = 500;
/**
 * The worker's JavaScript heap. Pixels and wasm are outside the heap; their size depends on the
 * clip.
 */
const HEAP_MB = 128;
/** Time to start the thread on a busy machine and to make the sound. */
const DEADLINE_BASE_MS = 30_000;
/** Ten times the 30 ms per megapixel that a frame takes on an idle machine. */
const DEADLINE_MS_PER_MEGAPIXEL = 300;
const FRAMES_A_SECOND = 24;
const MESSAGES = {
  timeout: 'The clip took too long to make.',
  died: 'The clip could not be made.',
};

/**
 * Makes a clip on this machine: an MP4 (H.264 Baseline, AAC), index first, of exactly `seconds` at
 * 24 frames per second. It starts with the unchanged first frame; then a camera moves over it as
 * the prompt says, with light, weather and sound chosen by the prompt's words. A narration in any
 * format is played over that sound, which is then 12 dB quieter. The same request gives the same
 * bytes.
 *
 * With `motion`, the camera follows the clip's timing: when and how much things move there, and
 * where it cuts, measured from its coded frames without decoding them (see motion.ts). With
 * orientation `video` the camera moves along the clip's long side, with `image` along the first
 * frame's. A clip shorter than `seconds` is held at its end.
 *
 * @param deadlineMs generous: ten times the duration on an idle machine
 * @throws {StudioFailure} `unreadable` when a file cannot be read, `timeout` after the deadline,
 * `died` when the thread ends
 * @throws the signal's abort reason
 */
export async function renderClip(
  request: ClipRequest,
  context: ClipContext,
  deadlineMs = computeRenderDeadline(request),
): Promise<Buffer> {
  context.signal.throwIfAborted();
  let fractionDone = 0;
  const progress = setInterval(() => context.onProgress(fractionDone), PROGRESS_MS);
  try {
    return await runWorker(
      buildClipTask(request),
      { signal: context.signal, deadlineMs },
      (fraction) => {
        fractionDone = fraction;
        context.onProgress(fraction);
      },
    );
  } finally {
    clearInterval(progress);
  }
}

function computeRenderDeadline({ width, height, seconds }: ClipRequest): number {
  const megapixels = (width * height) / 1_000_000;
  return DEADLINE_BASE_MS + seconds * FRAMES_A_SECOND * megapixels * DEADLINE_MS_PER_MEGAPIXEL;
}

/**
 * Copies only encoded bytes, because the worker decodes them to many times their size. Each copy is
 * separate, because posting a view would copy all of the memory behind it.
 */
function buildClipTask(request: ClipRequest): ClipTask {
  const { prompt, seed, width, height, seconds, audio, firstFrame, narration, motion } = request;
  return {
    prompt,
    seed,
    width,
    height,
    seconds,
    audio,
    firstFrame: new Uint8Array(firstFrame.bytes),
    references: request.references.map(({ image }) => new Uint8Array(image.bytes)),
    narration: narration && new Uint8Array(narration.bytes),
    motion: motion && {
      clip: new Uint8Array(motion.clip.bytes),
      orientation: motion.orientation,
    },
  };
}

/** Runs one thread for one clip. */
function runWorker(
  task: ClipTask,
  limits: { signal: AbortSignal; deadlineMs: number },
  onProgress: (fractionDone: number) => void,
): Promise<Buffer> {
  const files = [task.firstFrame, ...task.references, task.narration, task.motion?.clip];
  const worker = startThread(new URL('./worker.js', import.meta.url), {
    name: 'clip',
    task,
    transferList: files.flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : [])),
    heapMb: HEAP_MB,
  });
  return runThread<Buffer>(worker, { ...limits, messages: MESSAGES }, (message, end) => {
    const reply = message as WorkerReply;
    if (reply.type === 'progress') onProgress(reply.fractionDone);
    else if (reply.type === 'done') end.resolve(Buffer.from(reply.mp4.buffer));
    else end.reject(new StudioFailure('unreadable', reply.message, new Error(reply.detail)));
  });
}
