import { createHash } from 'node:crypto';
import type {
  Grant,
  PlatformFailure,
  PlatformRefs,
  PostItem,
  PublishJob,
} from '../../domain/ports/social-platform.js';
import type { World } from './conformance/world.js';

/** Clip of any size that records its largest read. */
export interface TestClip {
  readonly item: PostItem;
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Largest range that was read, in bytes. */
  readonly largestRead: () => number;
}

/** Pads a real clip to a size with a box that players skip. */
export async function clipOf(world: World, size: number): Promise<TestClip> {
  const { items } = await world.media.offer({ name: 'clip', form: 'video', pictures: 0 });
  const [item] = items as [PostItem];
  const clip = await item.read({ start: 0, end: item.size - 1 });
  const filler = Buffer.alloc(size - clip.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4);
  const bytes = Buffer.concat([clip, filler]);
  let largest = 0;
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    largestRead: () => largest,
    item: {
      ...item,
      size,
      async read({ start, end }) {
        largest = Math.max(largest, end - start + 1);
        return bytes.subarray(start, end + 1);
      },
    },
  };
}

/** Builds a job that stores its refs in memory. */
export function jobOf(grant: Grant, over: Partial<PublishJob>): PublishJob {
  let refs: PlatformRefs = over.refs ?? {};
  return {
    accessToken: grant.tokens.accessToken,
    remoteId: grant.remoteId,
    username: grant.username,
    form: 'video',
    items: [],
    text: 'Hello',
    title: 'Hello',
    settings: {},
    postId: 'pst_0123456789abcdef0123456789abcdef',
    armedAt: null,
    hasBeenFetched: async () => false,
    signal: new AbortController().signal,
    ...over,
    get refs() {
      return refs;
    },
    async keep(more) {
      refs = { ...refs, ...more };
    },
  };
}

/**
 * Calls `draft` until only the commit remains.
 * @returns the number of calls
 */
export async function draftAll({ platform }: World, job: PublishJob): Promise<number> {
  let calls = 1;
  while ((await platform.draft(job)).state !== 'ready') calls += 1;
  return calls;
}

/** Returns the failure of a call that must fail, as the text `kind code platformCode`. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown as PlatformFailure,
  );
  return error === null ? 'no failure' : `${error.kind} ${error.code} ${error.platformCode}`;
}

/** Counts the calls of a route. */
export const countOf = ({ journal }: World, name: string): number =>
  journal.filter(({ route }) => route === name).length;
