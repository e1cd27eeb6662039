import { execFile } from 'node:child_process';
import type { ClipPlan } from '../../domain/catalogue/renditions.js';
import { RenditionImpossible } from '../../domain/ports/rendition-maker.js';

/** Two, so that one clip does not take a machine from the others. */
const THREADS = 2;
/** The most memory that the program may take at once: a frame of 50 megapixels fits. */
const ALLOCATION_MAX = 268_435_456;
/** On two busy cores a second of a 4K clip takes 4 s. Below the 15 minutes of the step. */
const DEADLINE_MS = 12 * 60_000;

const AUDIO_BITS = 128_000;
/** Platforms take 25 Mbit/s and more; beyond this nobody sees a difference on a phone. */
const VIDEO_BITS_MAX = 10_000_000;
const VIDEO_BITS_MIN = 100_000;
/** For what the container adds, and for what the encoder takes beyond the rate. */
const MARGIN = 0.9;
/** Assumed of a clip whose length nobody knows. */
const SECONDS_UNKNOWN = 600;

export interface EncodeJob {
  readonly from: string;
  readonly to: string;
  readonly plan: ClipPlan;
  readonly durationMs: number | null;
}

/**
 * Makes a clip again with the program ffmpeg: H.264 High, 4:2:0, closed groups of pictures, AAC at
 * 48 kHz, the index in front, no metadata. The program gets a file and nothing else: no network, no
 * shell, and the format is told, because some formats name further files.
 * @throws {RenditionImpossible} when the program cannot read it, or not in time
 */
export function encodeWith(
  program: string,
  job: EncodeJob,
  signal: AbortSignal,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { env: {}, killSignal: 'SIGKILL', signal, timeout: deadlineMs } as const;
  execFile(program, listArguments(job), options, (error) => {
    if (!error) resolve();
    else if (signal.aborted) reject(signal.reason);
    // The next time would take as long.
    else if (error.killed) reject(impossible('The clip takes too long to encode.', error));
    // Not started, or killed by somebody else.
    else if (typeof error.code === 'string' || error.signal) reject(error);
    else reject(impossible('The clip cannot be read.', error));
  });
  return promise;
}

const impossible = (message: string, cause: Error) => new RenditionImpossible(message, { cause });

function listArguments({ from, to, plan, durationMs }: EncodeJob): string[] {
  const { maxWidth, maxHeight, maxBytes } = plan;
  const seconds = durationMs === null ? SECONDS_UNKNOWN : durationMs / 1_000;
  const fitting = (maxBytes * 8 * MARGIN) / seconds - AUDIO_BITS;
  const bits = Math.floor(Math.min(VIDEO_BITS_MAX, Math.max(VIDEO_BITS_MIN, fitting)));
  const box = `w='min(iw,${maxWidth})':h='min(ih,${maxHeight})'`;
  const scale = `scale=${box}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return [
    ['-nostdin', '-v', 'fatal', '-y', '-max_alloc', String(ALLOCATION_MAX)],
    ['-threads', String(THREADS), '-protocol_whitelist', 'file', '-f', 'mov', '-i', from],
    ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1'],
    ['-vf', `${scale},setsar=1,format=yuv420p`, '-fpsmax', '60'],
    ['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '20'],
    ['-maxrate', String(bits), '-bufsize', String(bits), '-threads', String(THREADS)],
    ['-flags', '+cgop', '-g', '60'],
    ['-c:a', 'aac', '-b:a', String(AUDIO_BITS), '-ar', '48000', '-ac', '2'],
    ['-movflags', '+faststart', '-f', 'mp4', to],
  ].flat();
}
