import { fixture, uint32 } from './samples.js';

/** Changes to one track of `clip.mp4`, which has half a second of picture and of sound. */
export interface TrackChange {
  /** Factor for the duration of each sample. */
  readonly stretch?: number;
  /** Timescale in units per second. */
  readonly timescale?: number;
  /** Start of the track in the edit list, in units of the timescale. */
  readonly mediaTime?: number;
}

/** Changes the times of the picture and sound of `clip.mp4`. */
export function oddClip(changes: { picture?: TrackChange; sound?: TrackChange }): Buffer {
  const clip = Buffer.from(fixture('clip.mp4'));
  for (const track of listTracks(clip)) {
    const change = track.includes('vide') ? changes.picture : changes.sound;
    if (change) changeTrack(track, change);
  }
  return clip;
}

/** Returns views of the tracks, so that a change to a view changes the clip. */
function listTracks(clip: Buffer): Buffer[] {
  const tracks: Buffer[] = [];
  for (let at = clip.indexOf('trak'); at >= 0; at = clip.indexOf('trak', at + 4)) {
    tracks.push(clip.subarray(at - 4, at - 4 + clip.readUInt32BE(at - 4)));
  }
  return tracks;
}

function changeTrack(track: Buffer, { stretch, timescale, mediaTime }: TrackChange): void {
  if (stretch !== undefined) {
    // Sample times, and the offsets between decoding and display.
    for (const type of ['stts', 'ctts']) {
      const at = track.indexOf(type);
      const entries = at < 0 ? 0 : track.readUInt32BE(at + 8);
      for (let entry = 0; entry < entries; entry += 1) {
        const place = at + 12 + entry * 8 + 4;
        uint32(Math.round(track.readUInt32BE(place) * stretch)).copy(track, place);
      }
    }
    const edit = track.indexOf('elst') + 16;
    uint32(Math.round(track.readUInt32BE(edit) * stretch)).copy(track, edit);
  }
  if (timescale !== undefined) uint32(timescale).copy(track, track.indexOf('mdhd') + 16);
  if (mediaTime !== undefined) track.writeInt32BE(mediaTime, track.indexOf('elst') + 16);
}

/** Replaces a box of the clip and adjusts the lengths of the box's parents. */
export function withBox(mp4: Buffer, type: string, box: Buffer): Buffer {
  const at = mp4.indexOf(type) - 4;
  const length = mp4.readUInt32BE(at);
  const changed = Buffer.concat([mp4.subarray(0, at), box, mp4.subarray(at + length)]);
  const parents = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
  for (const parent of parents) {
    const head = mp4.subarray(0, at).lastIndexOf(parent) - 4;
    if (head < 0) continue;
    changed.writeUInt32BE(mp4.readUInt32BE(head) + box.length - length, head);
  }
  return changed;
}

/** Builds a box of this type: version and flags, these words, and the remaining bytes. */
export function boxOf(type: string, words: readonly number[], rest = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([uint32(0), ...words.map(uint32), rest]);
  return Buffer.concat([uint32(8 + content.length), Buffer.from(type, 'latin1'), content]);
}

/** Builds nested boxes of these types. */
export function nestedBoxes(type: string, depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_, at) =>
    Buffer.concat([uint32(8 * (depth - at)), Buffer.from(type, 'latin1')]),
  );
  return Buffer.concat(heads);
}
