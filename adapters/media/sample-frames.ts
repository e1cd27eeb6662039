import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileCheck } from '../../domain/ports/file-check.js';
import type { FrameSampler } from '../../domain/ports/moderation.js';
import { ProviderFailure } from '../../domain/ports/provider.js';

/** One frame from each fifth of the clip, so that anything that lasts two fifths of it is found. */
export const FRAMES = 5;
/** A frame's longer side; no model uses more pixels. */
const SIDE_PX = 512;
const FRAME_BYTES_MAX = 4_000_000;
/** Timeout for one frame. A seek decodes the frames between the last key frame and the moment. */
const DEADLINE_MS = 10_000;
/** The most that ffmpeg may allocate in one step; a frame of 50 megapixels fits. */
const ALLOCATION_MAX = 268_435_456;

/**
 * Samples frames with ffmpeg, which the operator installs: no npm library decodes the codecs that
 * cameras use (decision 0008). ffmpeg gets only a file, without network or other protocols, and a
 * fixed format, because some formats refer to other files.
 * @param program path of ffmpeg
 * @param fileCheck measures the clip's length
 */
export function createFrameSampler(
  program: string,
  fileCheck: Pick<FileCheck, 'file'>,
  deadlineMs = DEADLINE_MS,
): FrameSampler {
  return {
    async sample({ bytes, contentType }, signal) {
      signal.throwIfAborted();
      const checked = await fileCheck.file(bytes, bytes.length, undefined, signal);
      const seconds = checked.ok && checked.kind === 'video' ? checked.durationSeconds : null;
      if (seconds === null) throw refuseUnreadable();
      const folder = await mkdtemp(join(tmpdir(), 'motion-clip-'));
      try {
        const clip = {
          file: join(folder, 'clip'),
          format: contentType === 'video/webm' ? 'matroska' : 'mov',
        };
        await writeFile(clip.file, bytes);
        const frames: Buffer[] = [];
        for (const at of chooseMoments(seconds)) {
          const frame = await readFrame(program, { ...clip, at }, { signal, deadlineMs });
          if (frame.length > 0) frames.push(frame);
        }
        if (frames.length > 0) return frames;
        throw refuseUnreadable();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

const refuseUnreadable = () =>
  new ProviderFailure('rejected', 'No frame of the motion clip can be read.', 422);

/** Chooses a random moment in each part, so that nobody can place content between the samples. */
const chooseMoments = (seconds: number): number[] =>
  Array.from({ length: FRAMES }, (_, part) => ((part + Math.random()) / FRAMES) * seconds);

interface Moment {
  readonly file: string;
  readonly format: string;
  readonly at: number;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** Reads the frame at a moment; returns an empty buffer if there is no readable frame. */
function readFrame(program: string, moment: Moment, limits: Limits): Promise<Buffer> {
  const { signal, deadlineMs } = limits;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = {
    encoding: 'buffer',
    env: {},
    killSignal: 'SIGKILL',
    maxBuffer: FRAME_BYTES_MAX,
    signal,
    timeout: deadlineMs,
  } as const;
  execFile(program, listArguments(moment), options, (error, frame) => {
    if (!error) resolve(frame);
    else if (signal.aborted) reject(signal.reason);
    else if (typeof error.code === 'string') reject(failWith('unavailable', error));
    else if (error.killed) reject(failWith('timeout', error));
    else resolve(Buffer.alloc(0));
  });
  return promise;
}

function failWith(kind: 'unavailable' | 'timeout', cause: Error): ProviderFailure {
  const failure = new ProviderFailure(kind, 'The motion clip could not be inspected.');
  failure.cause = cause;
  return failure;
}

const listArguments = ({ file, format, at }: Moment): string[] =>
  [
    ['-nostdin', '-v', 'error', '-threads', '1', '-max_alloc', String(ALLOCATION_MAX)],
    ['-protocol_whitelist', 'file', '-f', format, '-ss', at.toFixed(3), '-i', file],
    ['-map', '0:v:0', '-frames:v', '1'],
    ['-vf', `scale=${SIDE_PX}:${SIDE_PX}:force_original_aspect_ratio=decrease`],
    ['-c:v', 'png', '-f', 'image2pipe', 'pipe:1'],
  ].flat();
