import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferSource, EncodedPacketSink, Input, MP4, QTFF, type EncodedPacket } from 'mediabunny';
import { renderClip, type ClipContext, type ClipRequest } from '../../clip/render-clip.js';
import { StudioFailure } from '../../failure.js';
import type { Media } from '../../inputs/given.js';
import { patches } from '../patches.js';

/** Folder with fixtures, which the tests of the product also use. */
const FOLDER = join(import.meta.dirname, '../../../../test/media/inspection/fixtures');

/** Reads a media file that `make.sh` has created in that folder. */
export const fixture = (name: string): Buffer => readFileSync(join(FOLDER, name));

/** Turns bytes into an input file of a clip. */
export const media = (bytes: Buffer): Media => ({ bytes });

/** Draws a landscape with one red square, a little left of the middle. */
export const scene = (width = 640, height = 360): Promise<Buffer> =>
  patches([width, height], '#89a8c8', [
    [0, 0.6, 1, 0.4, '#5d7a4a'],
    [0.35, 0.4, 0.1, 0.18, '#d01818'],
  ]);

/** Builds a small silent request, one second long. */
export async function requestOf(changes: Partial<ClipRequest> = {}): Promise<ClipRequest> {
  return {
    prompt: 'a square',
    seed: 1,
    width: 320,
    height: 180,
    seconds: 1,
    audio: false,
    firstFrame: media(await scene()),
    references: [],
    narration: null,
    motion: null,
    ...changes,
  };
}

/** Context of a call that is never aborted and ignores progress. */
const unwatched = (): ClipContext => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

/** Renders the request of `requestOf`, without aborting it. */
export async function clip(changes: Partial<ClipRequest> = {}): Promise<Buffer> {
  return renderClip(await requestOf(changes), unwatched());
}

/** Returns the failure of a request; the test fails if the request succeeds. */
export async function failure(
  changes: Partial<ClipRequest>,
  deadlineMs?: number,
): Promise<StudioFailure> {
  return renderClip(await requestOf(changes), unwatched(), deadlineMs).then(
    () => Promise.reject(new Error('a clip was made')),
    (error: unknown) => (error instanceof StudioFailure ? error : Promise.reject(error as Error)),
  );
}

/** Track of a clip, as a demuxer reads it. */
export interface SeenTrack {
  readonly codec: string | null;
  readonly seconds: number;
  readonly packets: readonly EncodedPacket[];
  readonly width: number | null;
  readonly height: number | null;
  /** For sound: samples a second, channels, and the codec with its profile. */
  readonly rate: number | null;
  readonly channels: number | null;
  readonly profile: string | null;
}

/** Reads a clip's tracks and length with a demuxer. */
export async function seen(
  mp4: Buffer,
): Promise<{ video: SeenTrack[]; audio: SeenTrack[]; seconds: number }> {
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(mp4) });
  try {
    const tracks = await Promise.all(
      (await input.getTracks()).map(async (track) => {
        const packets: EncodedPacket[] = [];
        for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
        return {
          type: track.type,
          codec: await track.getCodec(),
          seconds: await track.computeDuration(),
          packets,
          width: track.isVideoTrack() ? await track.getDisplayWidth() : null,
          height: track.isVideoTrack() ? await track.getDisplayHeight() : null,
          rate: track.isAudioTrack() ? await track.getSampleRate() : null,
          channels: track.isAudioTrack() ? await track.getNumberOfChannels() : null,
          profile: await track.getCodecParameterString(),
        };
      }),
    );
    return {
      video: tracks.filter(({ type }) => type === 'video'),
      audio: tracks.filter(({ type }) => type === 'audio'),
      seconds: await input.computeDuration(),
    };
  } finally {
    input.dispose();
  }
}

/** Box of an MP4, parsed without product code. */
export interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** Lists the boxes of a file or of a box's content, in order. */
export function boxes(bytes: Buffer): Box[] {
  const list: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Error(`a box of ${size} bytes at ${at}`);
    const type = bytes.toString('latin1', at + 4, at + 8);
    list.push({ type, content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return list;
}

/** Returns the content of the first box along a path of types. */
export function boxAt(bytes: Buffer, ...path: string[]): Buffer {
  return path.reduce((within, type) => {
    const box = boxes(within).find((one) => one.type === type);
    if (!box) throw new Error(`no ${type} of ${path.join('/')}`);
    return box.content;
  }, bytes);
}
