import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import sharp from 'sharp';
import type { PostItem } from '../../../domain/ports/social-platform.js';
import { renderClip } from '@media-platform/studio';
import { closeServer, listenLocally } from '../../support/loopback.js';
import type { Held, PostCase } from './subject.js';

/** Serves the media of posts, which platforms fetch. */
export interface MediaHost {
  /** Offers the media of one attempt of a post, under unique URLs. */
  offer(post: PostCase): Promise<{ items: PostItem[]; wasFetched: () => boolean }>;
  stop(): Promise<void>;
}

const made = new Map<string, Promise<Held>>();

/** Creates a file only once for all tests. */
function make(name: string, create: () => Promise<Held>): Promise<Held> {
  const held = made.get(name) ?? create();
  made.set(name, held);
  return held;
}

/** Draws a picture of one colour. */
export async function drawPicture(width: number, height: number, hue: number): Promise<Held> {
  const background = `hsl(${hue * 37}, 60%, 50%)`;
  const image = sharp({ create: { width, height, channels: 3, background } });
  const bytes = await image.jpeg({ quality: 80 }).toBuffer();
  return { bytes, contentType: 'image/jpeg', width, height, durationMs: null };
}

/** Renders a clip of 4 seconds and 360 by 640 pixels. */
async function renderReel(): Promise<Held> {
  const [width, height, seconds] = [360, 640, 4];
  const first = await drawPicture(width, height, 1);
  const bytes = await renderClip(
    {
      prompt: 'zoom in',
      seed: 1,
      width,
      height,
      seconds,
      audio: false,
      firstFrame: first,
      references: [],
      narration: null,
      motion: null,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  return { bytes, contentType: 'video/mp4', width, height, durationMs: seconds * 1000 };
}

export const theClip = (): Promise<Held> => make('clip', renderReel);

async function mediaOf({ pictures, size, media }: PostCase): Promise<readonly Held[]> {
  if (media) return media;
  if (pictures === 0) return [await theClip()];
  const { width, height } = size ?? { width: 1080, height: 1350 };
  const numbers = Array.from({ length: pictures }, (_, index) => index);
  return Promise.all(
    numbers.map((n) => make(`${width} ${height} ${n}`, () => drawPicture(width, height, n))),
  );
}

/** Serves the given media without redirects, and records the fetches. */
export async function startMediaHost(): Promise<MediaHost> {
  const offered = new Map<string, Held>();
  const fetched = new Set<string>();
  const server = createServer((request, response) => {
    const held = offered.get(request.url ?? '');
    if (!held) return void response.writeHead(404).end();
    if (request.method === 'GET') fetched.add((request.url ?? '').split('/')[2] ?? '');
    response.writeHead(200, {
      'content-type': held.contentType,
      'content-length': held.bytes.length,
    });
    response.end(request.method === 'HEAD' ? undefined : held.bytes);
  });
  const origin = await listenLocally(server);
  return {
    async offer(post) {
      const attempt = randomBytes(8).toString('hex');
      const items = (await mediaOf(post)).map((held, index): PostItem => {
        const path = `/s/${attempt}/${index}${held.durationMs === null ? '.jpg' : '.mp4'}`;
        offered.set(path, held);
        const { contentType, width, height, durationMs, bytes } = held;
        return {
          url: `${origin}${path}`,
          size: bytes.length,
          contentType,
          width,
          height,
          durationMs,
          read: async ({ start, end }) => bytes.subarray(start, end + 1),
        };
      });
      return { items, wasFetched: () => fetched.has(attempt) };
    },
    stop: () => closeServer(server),
  };
}
