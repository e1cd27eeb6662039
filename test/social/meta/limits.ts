import { expect } from 'chai';
import sharp from 'sharp';
import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';
import { Cases } from '../conformance/cases.js';
import { Publication } from '../conformance/publication.js';
import type { Held, PostCase, SocialSubject } from '../conformance/subject.js';

/** A post that the platform refuses, and the expected failure. */
export interface Refused {
  readonly title: string;
  readonly post: () => Promise<Partial<PostCase>>;
  readonly kind: PlatformFailureKind;
  readonly code: PostErrorCode;
}

export async function pictureIn(
  format: 'jpeg' | 'png' | 'webp',
  width: number,
  height: number,
): Promise<Held> {
  const image = sharp({ create: { width, height, channels: 3, background: 'teal' } });
  const bytes = await image.toFormat(format).toBuffer();
  return { bytes, contentType: `image/${format}`, width, height, durationMs: null };
}

/** Moves a clip's index after its data, where cameras write it. */
export function withIndexLast(clip: Held): Held {
  const boxes: { name: string; bytes: Buffer }[] = [];
  for (let at = 0; at < clip.bytes.length;) {
    const size = clip.bytes.readUInt32BE(at);
    const bytes = clip.bytes.subarray(at, at + size);
    boxes.push({ name: bytes.toString('latin1', 4, 8), bytes });
    at += size;
  }
  const isIndex = ({ name }: { name: string }) => name === 'moov';
  const sorted = [...boxes.filter((box) => !isIndex(box)), ...boxes.filter(isIndex)];
  return { ...clip, bytes: Buffer.concat(sorted.map(({ bytes }) => bytes)) };
}

/** Registers a test for each post that is refused during the draft. */
export function refusedCases(subject: SocialSubject, refused: readonly Refused[]): void {
  const cases = new Cases(subject);
  const [first] = subject.posts as [PostCase];
  for (const { title, post, kind, code } of refused) {
    cases.add(`refuses ${title} as ${kind}, ${code}`, async (world) => {
      const wanted = { ...first, check: undefined, ...(await post()) };
      const publication = new Publication(world, wanted, await world.connect());
      const failure = await publication.prepare();
      expect(failure).to.include({ kind, code });
      expect(world.fake.posts()).to.have.length(0);
    });
  }
}
