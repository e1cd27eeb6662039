import { execFile } from 'node:child_process';
import type { ClipPlan } from '../../domain/catalogue/renditions.js';
import { RenditionImpossible } from '../../domain/ports/rendition-maker.js';

/** Two threads, so that one clip does not block the machine for other clips. */
const THREADS = 2;
/** The most that ffmpeg may allocate in one step; a frame of 50 megapixels fits. */
const ALLOCATION_MAX = 268_435_456;
/** On two busy cores, a second of a 4K clip takes 4 s. Must stay below the step's 15 minutes. */
const DEADLINE_MS = 12 * 60_000;

const AUDIO_BITS = 128_000;
/** Platforms accept 25 Mbit/s and more, but above this rate a phone shows no visible difference. */
const VIDEO_BITS_MAX = 10_000_000;
const VIDEO_BITS_MIN = 100_000;
/** Margin for the container, and for an encoder that exceeds the rate. */
const MARGIN = 0.9;
/** Length assumed for a clip of unknown length. */
const SECONDS_UNKNOWN = 600;

export interface EncodeJob {
  readonly from: string;
  readonly to: string;
  readonly plan: ClipPlan;
  readonly durationMs: number | null;
}

/**
 * Re-encodes a clip with ffmpeg: H.264 High, 4:2:0, closed groups of pictures, AAC at 48 kHz, the
 * index in front, no metadata. ffmpeg gets only a file, without network or shell, and a fixed
 * format, because some formats refer to other files.
 * @throws {RenditionImpossible} when ffmpeg cannot read the clip or does not finish in time
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
    // The encoder reached its time limit, and a retry would take as long.
    else if (error.killed) reject(buildImpossible('The clip takes too long to encode.', error));
    // ffmpeg was not started, or another process killed it.
    else if (typeof error.code === 'string' || error.signal) reject(error);
    else reject(buildImpossible('The clip cannot be read.', error));
  });
  return promise;
}

const buildImpossible = (message: string, cause: Error) =>
  new RenditionImpossible(message, { cause });

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
