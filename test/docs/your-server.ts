import { createServer } from 'node:http';
import sharp from 'sharp';
import { closeServer, listenLocally } from '../support/loopback.js';

/** What stands in the docs for a server of the reader. */
const NAME = 'https://example.com';

/** A server in the place of `https://example.com`: it has a picture at every path, and takes every POST. */
export interface YourServer {
  readonly origin: string;
  /** The text with this server in it. */
  putIn(text: string): string;
  stop(): Promise<void>;
}

/** Starts it on this machine, on a free port. */
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
