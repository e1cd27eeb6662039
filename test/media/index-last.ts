import { boxes } from '../../packages/studio/test/clip/clips.js';

/** Moves a clip's index to the end of the file, where cameras write it. */
export function indexLast(mp4: Buffer): Buffer {
  const whole = boxes(mp4);
  const at = whole.findIndex(({ type }) => type === 'moov');
  const moov = whole[at];
  if (!moov) throw new Error('a clip without an index');
  const start = mp4.indexOf('moov') - 4;
  const length = moov.content.length + 8;
  const index = Buffer.from(mp4.subarray(start, start + length));
  for (let table = index.indexOf('stco'); table >= 0; table = index.indexOf('stco', table + 4)) {
    const count = index.readUInt32BE(table + 8);
    for (let nth = 0; nth < count; nth += 1) {
      const place = table + 12 + nth * 4;
      index.writeUInt32BE(index.readUInt32BE(place) - length, place);
    }
  }
  return Buffer.concat([mp4.subarray(0, start), mp4.subarray(start + length), index]);
}
