import type { ShownMedia } from '../fake.js';
import { holdMedia } from '../hold-media.js';

/** A platform's requirements for pictures. */
export interface PictureRules {
  readonly formats: readonly string[];
  readonly bytesMax: number;
  readonly width: readonly [min: number, max: number];
  /** Allowed ratios of width to height. */
  readonly ratio: readonly [min: number, max: number];
}

/** A platform's requirements for clips. */
export interface ClipRules {
  readonly bytesMax: number;
  readonly widthMax: number;
  readonly seconds: readonly [min: number, max: number];
  readonly framesPerSecond: readonly [min: number, max: number];
}

export type MediaFault =
  | 'not_fetched'
  | 'too_large'
  | 'format'
  | 'width'
  | 'ratio'
  | 'duration'
  | 'frame_rate';

export interface FetchedMedia {
  readonly shown: ShownMedia;
  /** The clip's length; null for a picture. */
  readonly durationMs: number | null;
}

const isWithin = (value: number, [min, max]: readonly [number, number]) =>
  value >= min && value <= max;
/** Tolerance for a ratio, because rounding to whole pixels changes it slightly. */
const RATIO_SLACK = 0.005;

/** Fetches like a crawler: anonymously and without following redirects. */
async function fetchBytes(url: string): Promise<{ bytes: Buffer; contentType: string } | null> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(20_000) });
    if (answer.status !== 200) return null;
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { bytes, contentType: answer.headers.get('content-type') ?? '' };
  } catch {
    return null;
  }
}

export async function fetchPicture(
  url: string,
  rules: PictureRules,
): Promise<FetchedMedia | MediaFault> {
  const fetched = await fetchBytes(url);
  if (!fetched) return 'not_fetched';
  const { bytes } = fetched;
  if (bytes.length > rules.bytesMax) return 'too_large';
  const { default: sharp } = await import('sharp');
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: 'none', width: 0, height: 1 }));
  if (!rules.formats.includes(format)) return 'format';
  if (!isWithin(width, rules.width)) return 'width';
  const [min, max] = rules.ratio;
  if (!isWithin(width / height, [min - RATIO_SLACK, max + RATIO_SLACK])) return 'ratio';
  return { shown: holdMedia(`image/${format}`, bytes), durationMs: null };
}

export async function fetchClip(url: string, rules: ClipRules): Promise<FetchedMedia | MediaFault> {
  const fetched = await fetchBytes(url);
  if (!fetched) return 'not_fetched';
  const { bytes } = fetched;
  if (bytes.length > rules.bytesMax) return 'too_large';
  if (!hasIndexFirst(bytes)) return 'format';
  const { BufferSource, Input, MP4, QTFF } = await import('mediabunny');
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = await track?.getCodec();
    if (!track || (codec !== 'avc' && codec !== 'hevc')) return 'format';
    if ((await track.getDisplayWidth()) > rules.widthMax) return 'width';
    const seconds = await track.computeDuration();
    // A difference of one frame is tolerated.
    if (!isWithin(seconds, [rules.seconds[0] - 0.1, rules.seconds[1] + 0.1])) return 'duration';
    const { averagePacketRate } = await track.computePacketStats(100);
    if (!isWithin(Math.round(averagePacketRate), rules.framesPerSecond)) return 'frame_rate';
    return { shown: holdMedia('video/mp4', bytes), durationMs: Math.round(seconds * 1_000) };
  } catch {
    return 'format';
  } finally {
    input.dispose();
  }
}

/** Returns whether an MP4's index (`moov`) comes before its data (`mdat`). */
function hasIndexFirst(bytes: Buffer): boolean {
  const names: string[] = [];
  for (let at = 0; at + 16 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    names.push(bytes.toString('latin1', at + 4, at + 8));
    if (size < 8) break;
    at += size;
  }
  const [index, data] = [names.indexOf('moov'), names.indexOf('mdat')];
  return names[0] === 'ftyp' && index > 0 && (data === -1 || index < data);
}
