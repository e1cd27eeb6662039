import { createServer } from 'node:http';
import sharp from 'sharp';
import { closeServer, listenLocally } from '../support/loopback.js';

/** The placeholder in the docs for a server of the reader. */
const NAME = 'https://example.com';

/** A server that replaces `https://example.com`. It serves a picture at every path, and accepts every POST. */
export interface YourServer {
  readonly origin: string;
  /** Replaces the placeholder in a text with the URL of this server. */
  putIn(text: string): string;
  stop(): Promise<void>;
}

/** Starts the server on this machine, on a free port. */
export async function startYourServer(): Promise<YourServer> {
  const background = { r: 40, g: 90, b: 160 };
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.setHeader('Content-Type', 'image/jpeg').end(picture);
    else request.resume().once('end', () => response.end('thanks'));
  });
  const origin = await listenLocally(server);
  return {
    origin,
    putIn: (text) => text.replaceAll(NAME, origin),
    stop: () => closeServer(server),
  };
}
