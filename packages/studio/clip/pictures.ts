import { openPicture } from '../analysis/open.js';
import { BORDER } from './camera.js';
import { toPlanes, type Planes } from './planes.js';
import type { ClipTask } from './protocol.js';

/**
 * Up to this clip size, the picture is kept at twice the size, so that a camera that comes closer
 * finds detail.
 */
const DOUBLED_PIXELS_MAX = 2_300_000;

/** A clip's decoded pictures. */
export interface ClipPictures {
  /** The first frame in the clip's shape. */
  readonly planes: Planes;
  /** The references' mean colour, which tints the light; null if there are no references. */
  readonly tint: readonly [red: number, green: number, blue: number] | null;
}

/** @throws {StudioFailure} `unreadable` when an input is not a picture */
export async function readPictures(task: ClipTask): Promise<ClipPictures> {
  const { width, height } = task;
  const scale = width * height <= DOUBLED_PIXELS_MAX ? 2 : 1;
  const opened = await openPicture(Buffer.from(task.firstFrame), 'first frame');
  // Cropped around the middle, like the poster in the storage stage.
  const { data, info } = await opened.cover(width * scale, height * scale, 'middle');
  const planes = toPlanes({ data, width: info.width, height: info.height }, BORDER);
  return { planes, tint: await computeMeanColour(task.references) };
}

async function computeMeanColour(
  references: ClipTask['references'],
): Promise<ClipPictures['tint']> {
  if (references.length === 0) return null;
  const sum: [number, number, number] = [0, 0, 0];
  for (const bytes of references) {
    const picture = await openPicture(Buffer.from(bytes), 'reference image');
    const { data } = await picture.cover(1, 1);
    for (const channel of [0, 1, 2] as const) {
      sum[channel] += (data[channel] ?? 0) / references.length;
    }
  }
  return sum;
}
